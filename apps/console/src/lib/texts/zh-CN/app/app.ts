/** Texts that every page may need, also before anyone is signed in. */
export default {
  loading: '加载中',
  'action.retry': '重试',
  'action.home': '返回首页',
  'menu.root': '首页',
  'menu.user': '登录',
  'menu.login': '登录',
  'menu.forgot': '找回密码',
  'menu.reset': '设置新密码',
  'menu.undoEmail': '撤销邮箱变更',
  'menu.oidc': '单点登录',
  'menu.invitation': '接受邀请',
  'menu.mailbox': '开发邮箱',
  'language.label': '语言',
  'copy.done': '已复制',
  'copy.failed': '浏览器不允许复制，请手动选择文字复制。',

  'error.status': '响应状态：{status}',
  'error.noResponse': '服务器无响应！请重试。',
  'error.other': '请求出错，请重试。',

  'notFound.title': '页面不存在',
  'notFound.description': '您访问的页面不存在或已被移动，请检查网址。',
  'chunk.title': '页面加载失败',
  'chunk.description': '可能是网络不稳定，或系统刚刚更新。请重试以加载最新页面。',
  'crash.title': '页面出错了',
  'crash.description': '页面遇到意外错误，已提交的数据不受影响。请重试；若仍有问题，请联系管理员。',

  'pwa.offline': '当前处于离线状态',
  'pwa.update.title': '有新内容',
  'pwa.update.description': '请点击“刷新”按钮更新页面，未保存的内容请先保存。',
  'pwa.update.refresh': '刷新',
}
