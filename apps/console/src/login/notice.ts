export type LoginNotice = { type: 'info' | 'warning' | 'error'; text: string }
