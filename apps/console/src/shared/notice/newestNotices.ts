/** What the bell and the home page ask for: the same, so that one answer serves both. */
export const newestNotices = { query: { current: 1, pageSize: 5 } }
