/** Requests to a session (session.ts) and its replies. */
export type Request = {
  /** Test files, in the order in which they run. */
  files: string[]
  /** Files that changed since the last request. */
  changed: string[]
  postgresUrl: string
  /** After so many failures the rest is not run; 0 for never. */
  bail: number
  recording: boolean
}

export type FileResult = {
  file: string
  /** broken: what comes before the tests failed. missing: no test ran. */
  state: 'passed' | 'failed' | 'broken' | 'missing'
  /** The first test that failed. */
  by: string
  message: string
  milliseconds: number
}

export type Reply = { files: FileResult[]; error?: string }
