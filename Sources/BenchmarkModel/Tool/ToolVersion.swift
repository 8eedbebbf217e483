/// The version of the library and of the tool that belongs to it.
package enum ToolVersion { package static let current = "0.1.0" }
