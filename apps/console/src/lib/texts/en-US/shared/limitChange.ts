import type zh from '../../zh-CN/shared/limitChange.ts'

const texts: Record<keyof typeof zh, string> = {
  'limitChange.waiting': 'Waiting for confirmation',
  'limitChange.company': 'Company refund approval amounts',
  'limitChange.user': 'Refund approval limit of {name}',
  'limitChange.to': 'to',
  'limitChange.fromTo': 'From “{before}” to “{after}”, requested by {name}.',
  'limitChange.askedBy': 'Requested by {name},',
  'limitChange.unlimited': 'no limit',
  'limitChange.nothing.user': 'cannot approve any currency',
  'limitChange.nothing.company': 'every refund needs approval',
  'limitChange.amount.user': 'up to {amount}',
  'limitChange.amount.company': 'from {amount}',
  'limitChange.separator': ', ',
  'limitChange.obstacle.own':
    'You submitted this change. Another colleague with the permission must confirm it.',
  'limitChange.obstacle.subject': 'This is your own limit. Someone else must confirm it.',
  'limitChange.obstacle.newAsker':
    'The requester’s sign-in details changed within the last 24 hours, so you cannot approve yet. Check with them in person first.',
  'limitChange.obstacle.newCredentials':
    'Your sign-in details changed within the last 24 hours, so you cannot approve yet.',
  'limitChange.submit': 'Submit change',
  'limitChange.submitted': 'Submitted; it takes effect once someone else confirms it',
  'limitChange.hint':
    'No one can change limits alone. Another colleague with the permission must confirm the change; until then, the current limits apply.',
  'limitChange.now': 'Current',
  'limitChange.approve': 'Approve',
  'limitChange.approve.title': 'Approve limit change',
  'limitChange.approve.effect': 'The new limits take effect immediately.',
  'limitChange.approve.done': 'Approved; the new limits are in effect',
  'limitChange.reject': 'Reject',
  'limitChange.reject.title': 'Reject limit change',
  'limitChange.reject.effect': 'The current limits stay in effect.',
  'limitChange.reject.done': 'Rejected',
  'limitChange.withdraw': 'Withdraw',
  'limitChange.withdraw.title': 'Withdraw limit change',
  'limitChange.withdraw.effect':
    'The current limits stay in effect. You can submit another change.',
  'limitChange.withdraw.done': 'Withdrawn',
}
export default texts
