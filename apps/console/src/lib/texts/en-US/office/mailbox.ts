import type zh from '../../zh-CN/office/mailbox.ts'

const texts: Record<keyof typeof zh, string> = {
  'mailbox.title': 'Development mailbox',
  'mailbox.explain':
    'The development environment sends no real emails or text messages. They all appear here, newest first.',
  'mailbox.mail': 'Email',
  'mailbox.sms': 'Text message',
  'mailbox.to': 'To',
  'mailbox.empty': 'No messages yet',
  'mailbox.empty.description': 'Verification codes, invitations and password links appear here.',
  'mailbox.failed': 'Failed to load',
  'mailbox.refresh': 'Refresh',
}
export default texts
