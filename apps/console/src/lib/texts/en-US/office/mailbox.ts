import type zh from '../../zh-CN/office/mailbox.ts'

const texts: Record<keyof typeof zh, string> = {
  'mailbox.title': 'Development mailbox',
  'mailbox.explain': 'Development sends no e-mails or text messages. They are all here, newest first.',
  'mailbox.mail': 'E-mail',
  'mailbox.sms': 'Text message',
  'mailbox.to': 'To',
  'mailbox.empty': 'No messages yet',
  'mailbox.empty.description': 'Codes, invitations and password links appear here once they are sent.',
  'mailbox.failed': 'Failed to load',
  'mailbox.refresh': 'Refresh',
}
export default texts
