import type zh from '../../zh-CN/people/invitation.ts'

const texts: Record<keyof typeof zh, string> = {
  'invitation.title': 'Welcome to {company}',
  'invitation.explain': 'Hello {name}. Set a password, then sign in as {username}.',
  'invitation.expires': 'This invitation is valid until {time}',
  'invitation.submit': 'Set password and join',
  'invitation.done': 'Your account is ready. Sign in as {username}.',
  'invitation.over': 'This invitation cannot be used',
  'invitation.ask': 'Ask your company’s administrator to send a new invitation.',
}
export default texts
