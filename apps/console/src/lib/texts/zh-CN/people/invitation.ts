/** Texts of accepting an invitation. */
export default {
  'invitation.title': '欢迎加入{company}',
  'invitation.explain': '{name}，您好。请设置密码，之后用用户名 {username} 登录。',
  'invitation.expires': '邀请有效期至 {time}',
  'invitation.submit': '设置密码并加入',
  'invitation.done': '账号已启用，请用用户名 {username} 登录。',
  'invitation.over': '邀请无法使用',
  'invitation.ask': '请联系贵公司管理员重新发送邀请。',
}
