import type zh from '../../zh-CN/shared/limitChange.ts'

const texts: Record<keyof typeof zh, string> = {
  'limitChange.waiting': 'Waiting for a second person',
  'limitChange.company': 'Refunds that need approval in this company',
  'limitChange.user': 'Refund approval limit of {name}',
  'limitChange.to': 'to',
  'limitChange.fromTo': 'From “{before}” to “{after}”, asked for by {name}.',
  'limitChange.askedBy': 'Asked for by {name},',
  'limitChange.unlimited': 'no limit',
  'limitChange.nothing.user': 'none of any currency',
  'limitChange.nothing.company': 'every refund',
  'limitChange.amount.user': 'up to {amount}',
  'limitChange.amount.company': 'from {amount}',
  'limitChange.separator': ', ',
  'limitChange.obstacle.own': 'You asked for this yourself; another colleague with the permission must agree.',
  'limitChange.obstacle.subject': 'These are your own limits; somebody else must agree.',
  'limitChange.obstacle.newAsker':
    'Whoever asked changed how they sign in within the last 24 hours: ask them in person before you approve later.',
  'limitChange.obstacle.newCredentials': 'How you sign in was changed within the last 24 hours, so you cannot approve yet.',
  'limitChange.submit': 'Ask for this change',
  'limitChange.submitted': 'Asked for; it counts once somebody else agrees',
  'limitChange.hint':
    'Nobody changes limits alone: another colleague with the permission must agree. Until then the present ones stay in force.',
  'limitChange.now': 'In force now',
  'limitChange.approve': 'Approve',
  'limitChange.approve.title': 'Approve other limits',
  'limitChange.approve.effect': 'They count at once.',
  'limitChange.approve.done': 'Approved; the new limits are in force',
  'limitChange.reject': 'Reject',
  'limitChange.reject.title': 'Reject other limits',
  'limitChange.reject.effect': 'The present limits stay in force.',
  'limitChange.reject.done': 'Rejected',
  'limitChange.withdraw': 'Withdraw',
  'limitChange.withdraw.title': 'Withdraw the request',
  'limitChange.withdraw.effect': 'The present limits stay in force, and other ones can be asked for.',
  'limitChange.withdraw.done': 'Withdrawn',
}
export default texts
