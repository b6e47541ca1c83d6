/** Tells the workers that there is something to apply; they look every second anyway. */
export const eventChannel = 'paydesk_event'
