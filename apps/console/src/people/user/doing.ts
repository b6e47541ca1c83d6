import type { User } from '@paydesk/contract/people/user'

/** Actions that only need a confirmation. */
export type SimpleActionName = 'disable' | 'enable' | 'endSessions' | 'resetSecondFactor' | 'resend'

/** The action that someone is about to take on the page. */
export type Doing =
  | { what: 'invite'; parentId: string | undefined }
  | { what: 'edit' | 'roles' | 'limits' | 'move'; user: User }
  | { what: SimpleActionName; user: User }

export type DialogProps = { onChanged: () => void; onClosed: () => void }
