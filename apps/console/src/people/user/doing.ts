import type { User } from '@paydesk/contract/people/user'

/** Actions that need a yes and nothing else. */
export type SimpleActionName = 'disable' | 'enable' | 'endSessions' | 'resetSecondFactor' | 'resend'

/** What someone is about to do on the page. */
export type Doing =
  | { what: 'invite'; parentId: string | undefined }
  | { what: 'edit' | 'roles' | 'move'; user: User }
  | { what: SimpleActionName; user: User }

export type DialogProps = { onChanged: () => void; onClosed: () => void }
