import { z } from 'zod'
import { endpoint } from '../lib/endpoint.ts'

export const healthApi = {
  live: endpoint({
    method: 'GET',
    path: '/api/health/live',
    permission: 'public',
    summary: 'The process runs, and which version of Paydesk it is',
    unshared: true,
    // Null where neither a repository nor a build tells the commit.
    reply: z.object({
      status: z.literal('live'),
      version: z.string(),
      commit: z.string().nullable(),
    }),
  }),
  ready: endpoint({
    method: 'GET',
    path: '/api/health/ready',
    permission: 'public',
    summary:
      'The process can serve: the database answers and its schema is the one this build was made for',
    unshared: true,
    reply: z.object({ status: z.literal('ready'), schemaVersion: z.int() }),
  }),
}
