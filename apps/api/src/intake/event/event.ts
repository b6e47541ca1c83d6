/** Tells the workers that there are events to apply; they also look every second. */
export const eventChannel = 'paydesk_event'
