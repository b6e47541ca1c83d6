import type zh from '../../zh-CN/people/invitation.ts'

const texts: Record<keyof typeof zh, string> = {
  'invitation.title': 'Welcome to {company}',
  'invitation.explain': 'Hello {name}! Choose a password; then sign in as {username}.',
  'invitation.expires': 'This invitation is good until {time}',
  'invitation.submit': 'Set the password and join',
  'invitation.done': 'Your account is ready. Please sign in as {username}.',
  'invitation.over': 'This invitation cannot be used',
  'invitation.ask': 'Please ask the administrator of your company for another one.',
}
export default texts
