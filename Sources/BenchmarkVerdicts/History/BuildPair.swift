/// Two builds by the digests of what they run.
package typealias BuildPair = BySide<String>
