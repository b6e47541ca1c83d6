/**
 * What one calling address has asked of reporting: the moments of the last minute, the most that
 * any minute had, and its ban.
 */
export interface ReportingCaller {
  times: number[]
  most: number
  bannedUntil: number
}
