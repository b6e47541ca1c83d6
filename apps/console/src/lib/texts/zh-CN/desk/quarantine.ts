/** Texts of the quarantine after a restore. */
export default {
  'quarantine.label': '系统隔离提示',
  'quarantine.text':
    '系统数据刚从备份恢复，目前处于隔离状态：可以查看和导出，但不会向 PayPal 提交任何操作，也不会发送邮件、短信或群消息，自动规则暂停。与 PayPal 的记录比对完成后，由超级管理员解除隔离。',
}
