/** The bell and the home page ask for the same notices, so that one answer serves both. */
export const newestNotices = { query: { current: 1, pageSize: 5 } }
