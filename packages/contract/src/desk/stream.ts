import { z } from 'zod'
import { endpoint } from '../lib/endpoint.ts'

export const streamApi = {
  open: endpoint({
    method: 'GET',
    path: '/api/stream',
    permission: 'signedIn',
    summary:
      'Changes as they happen (server-sent events). After a gap the reader asks again for all that it shows',
    personal: false,
    /**
     * How long the stream stays open; the reader then opens the next one. A stream without end
     * could outlive its reader's permissions.
     */
    query: z.object({ seconds: z.coerce.number().int().min(0).max(3600).default(3600) }),
    reply: z.string(),
    file: 'text/event-stream',
  }),
}
