/** Texts of the quarantine after a restore. */
export default {
  'quarantine.label': 'Quarantine notice',
  'quarantine.text':
    'This system was restored from a backup and is in quarantine. You can view and export, but nothing is submitted to PayPal, no email, text or chat message is sent, and rules are paused. A super admin ends the quarantine once everything has been compared with PayPal.',
}
