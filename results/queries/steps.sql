-- Commits that trends found to have changed a benchmark, the largest change first.
SELECT DISTINCT "commit", time, subject, course, verdict, ratio, "function"
FROM courses WHERE verdict IS NOT NULL
ORDER BY abs(ln(COALESCE(ratio, 1e9))) DESC, time DESC LIMIT 40;
