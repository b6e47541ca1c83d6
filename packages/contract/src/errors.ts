import { type ShowType, showType } from './envelope.ts'

type ErrorEntry = { status: number; showType: ShowType; zh: string; en: string }

/**
 * Every error a caller can meet, with its HTTP status and what a person reads.
 * `{name}` in a text is filled in from the error's parameters.
 */
export const errorCatalogue = {
  unauthenticated: { status: 401, showType: showType.redirect, zh: '登录已失效，请重新登录', en: 'Please sign in again' },
  forbidden: { status: 403, showType: showType.error, zh: '您没有此操作的权限', en: 'You do not have permission to do this' },
  notFound: { status: 404, showType: showType.error, zh: '记录不存在，或您无权查看', en: 'Not found, or not visible to you' },
  'request.malformed': { status: 400, showType: showType.error, zh: '请求格式不正确', en: 'The request is malformed' },
  'request.invalid': { status: 422, showType: showType.error, zh: '提交的内容有误：{detail}', en: 'Some values are not valid: {detail}' },
  'request.keyReused': {
    status: 422,
    showType: showType.error,
    zh: '同一个 Idempotency-Key 不能用于不同的请求',
    en: 'The same Idempotency-Key cannot be used for another request',
  },
  'request.tooLarge': { status: 413, showType: showType.error, zh: '提交的内容过大', en: 'The request is too large' },
  'request.unsupportedType': { status: 415, showType: showType.error, zh: '不支持的内容类型', en: 'Unsupported content type' },
  'login.incorrect': { status: 422, showType: showType.silent, zh: '用户名或密码错误', en: 'Incorrect username/password' },
  'login.tooManyAttempts': {
    status: 429,
    showType: showType.silent,
    zh: '尝试次数过多，请 {minutes} 分钟后再试',
    en: 'Too many attempts. Try again in {minutes} min',
  },
  'login.codeIncorrect': { status: 422, showType: showType.silent, zh: '验证码错误', en: 'Verification Code Error' },
  'login.codeTooSoon': {
    status: 429,
    showType: showType.silent,
    zh: '请 {seconds} 秒后再获取验证码',
    en: 'Ask for another code in {seconds} s',
  },
  'login.challengeOver': {
    status: 422,
    showType: showType.silent,
    zh: '验证已过期，请重新登录',
    en: 'This step took too long. Please sign in again',
  },
  'login.linkOver': {
    status: 422,
    showType: showType.silent,
    zh: '链接无效、已使用或已过期',
    en: 'This link is not valid, was used already, or has expired',
  },
  'login.methodUnavailable': {
    status: 422,
    showType: showType.error,
    zh: '未启用此登录方式',
    en: 'This way of signing in is not set up here',
  },
  'login.passkeyRefused': { status: 422, showType: showType.silent, zh: '通行密钥验证失败', en: 'The passkey was not accepted' },
  'login.identityRefused': {
    status: 422,
    showType: showType.silent,
    zh: '身份提供方验证失败，请重试',
    en: 'The identity provider’s answer was not accepted. Please try again',
  },
  'login.identityUnknown': {
    status: 422,
    showType: showType.silent,
    zh: '此身份尚未绑定任何用户，请先用密码登录并在个人设置中绑定',
    en: 'This identity is not bound to a user yet. Sign in with your password and bind it in your settings',
  },
  'session.notFresh': {
    status: 403,
    showType: showType.silent,
    zh: '请先确认您的身份',
    en: 'Please confirm that it is you first',
  },
  'password.incorrect': { status: 422, showType: showType.silent, zh: '密码错误', en: 'The password is not correct' },
  'password.weak': {
    status: 422,
    showType: showType.silent,
    zh: '密码强度太弱，请使用更长或更复杂的密码',
    en: 'The password is too weak. Use a longer or less predictable one',
  },
  'password.same': {
    status: 422,
    showType: showType.silent,
    zh: '新密码不能与旧密码相同',
    en: 'The new password must differ from the old one',
  },
  'secondFactor.notBegun': {
    status: 409,
    showType: showType.error,
    zh: '请重新开始设置两步验证',
    en: 'Please start setting up the second factor again',
  },
  'secondFactor.alreadyOn': { status: 409, showType: showType.error, zh: '两步验证已启用', en: 'The second factor is on already' },
  'secondFactor.off': { status: 409, showType: showType.error, zh: '两步验证未启用', en: 'The second factor is off' },
  'secondFactor.required': {
    status: 409,
    showType: showType.error,
    zh: '公司要求启用两步验证，不能关闭',
    en: 'Your company requires a second factor; it cannot be switched off',
  },
  'passkey.taken': { status: 409, showType: showType.error, zh: '此通行密钥已添加', en: 'This passkey was added already' },
  'passkey.tooMany': {
    status: 409,
    showType: showType.error,
    zh: '最多添加 {limit} 个通行密钥',
    en: 'At most {limit} passkeys can be added',
  },
  'identity.taken': {
    status: 409,
    showType: showType.error,
    zh: '此身份已绑定其他用户',
    en: 'This identity is bound to another user',
  },
  'invitation.notInvited': {
    status: 409,
    showType: showType.error,
    zh: '该用户不是待接受邀请的状态',
    en: 'This user is not waiting for an invitation',
  },
  'invitation.noEmail': {
    status: 409,
    showType: showType.error,
    zh: '该用户没有邮箱，无法发送邀请',
    en: 'This user has no e-mail address to send an invitation to',
  },
  'avatar.notAnImage': {
    status: 422,
    showType: showType.error,
    zh: '请上传 PNG、JPEG 或 WebP 图片',
    en: 'Please choose a PNG, JPEG or WebP picture',
  },
  'avatar.badSize': {
    status: 422,
    showType: showType.error,
    zh: '图片边长应为 {min} 至 {max} 像素',
    en: 'Each side of the picture must be {min} to {max} pixels',
  },
  'conflict.stale': {
    status: 409,
    showType: showType.error,
    zh: '该记录已被他人修改，请查看最新内容后再保存',
    en: 'This record was changed by someone else meanwhile. Look at the latest version and save again',
  },
  'company.codeTaken': { status: 409, showType: showType.error, zh: '公司代码 {code} 已被使用', en: 'The company code {code} is taken' },
  'company.notYourOwn': {
    status: 409,
    showType: showType.error,
    zh: '不能停用您自己所在的公司',
    en: 'You cannot suspend your own company',
  },
  'role.codeTaken': { status: 409, showType: showType.error, zh: '角色代码 {code} 已被使用', en: 'The role code {code} is taken' },
  'role.builtIn': {
    status: 409,
    showType: showType.error,
    zh: '内置角色“{name}”不能删除，管理员角色的权限不能修改',
    en: '{name} is built in: it cannot be deleted, nor can an administrator role be given other permissions',
  },
  'role.inUse': {
    status: 409,
    showType: showType.error,
    zh: '角色“{name}”仍有 {count} 名用户，不能删除',
    en: '{name} cannot be deleted: {count} users have it',
  },
  'permission.unknown': { status: 422, showType: showType.error, zh: '权限不存在：{names}', en: 'No such permission: {names}' },
  'permission.nameTaken': {
    status: 409,
    showType: showType.error,
    zh: '该平台已有权限 {name}',
    en: 'This platform already has a permission {name}',
  },
  'permission.builtIn': {
    status: 409,
    showType: showType.error,
    zh: '内置权限 {name} 不能改名或删除',
    en: '{name} is built in: it cannot be renamed or deleted',
  },
  'permissionGroup.notEmpty': {
    status: 409,
    showType: showType.error,
    zh: '权限组“{name}”中还有 {count} 个权限，不能删除',
    en: '{name} cannot be deleted: it still has {count} permissions',
  },
  'permissionGroup.otherPlatform': {
    status: 422,
    showType: showType.error,
    zh: '权限不能移到其他平台的权限组',
    en: 'A permission cannot be moved to a group of another platform',
  },
  'user.usernameTaken': { status: 409, showType: showType.error, zh: '用户名 {username} 已被使用', en: 'The username {username} is taken' },
  'user.outranks': {
    status: 403,
    showType: showType.error,
    zh: '该用户拥有您没有的权限，您不能对其进行操作',
    en: 'This user holds permissions that you do not, so you cannot change them',
  },
  'user.cannotGrant': {
    status: 403,
    showType: showType.error,
    zh: '您不能授予自己没有的角色：{names}',
    en: 'You cannot grant roles that you do not hold yourself: {names}',
  },
  'user.cycle': { status: 409, showType: showType.error, zh: '不能移到自己的下属之下', en: 'A user cannot report to someone below them' },
  'user.lastSuperAdmin': {
    status: 409,
    showType: showType.error,
    zh: '这是最后一位可用的超级管理员，不能停用、降级、移动或删除',
    en: 'This is the last active super admin, who cannot be disabled, demoted, moved or deleted',
  },
  'user.notYourself': { status: 409, showType: showType.error, zh: '不能停用您自己', en: 'You cannot disable yourself' },
  'user.wrongStatus': {
    status: 409,
    showType: showType.error,
    zh: '用户当前状态不允许此操作',
    en: 'This is not possible in the user’s present status',
  },
  'bill.notAllowed': {
    status: 409,
    showType: showType.error,
    zh: '账单 {number} 现在是“{status}”，不能{action}。最近一次操作：{when} {who}{what}',
    en: 'Bill {number} is now “{status}” and cannot be {action}. Last: {who} {what} it, {when}',
  },
  'bill.busy': {
    status: 409,
    showType: showType.warn,
    zh: '账单 {number} 正在由 PayPal 处理，完成后再试。最近一次操作：{when} {who}{what}',
    en: 'Bill {number} is being processed by PayPal; try again when that is done. Last: {who} {what} it, {when}',
  },
  'bill.stale': {
    status: 409,
    showType: showType.error,
    zh: '账单 {number} 在您打开之后有变动：{when} {who}{what}。请核对后再操作',
    en: 'Bill {number} has changed since you opened it: {who} {what} it, {when}. Check it and try again',
  },
  'bill.noAccount': {
    status: 409,
    showType: showType.error,
    zh: '没有 PayPal 账户能收这笔款。{why}',
    en: 'No PayPal account can take this bill. {why}',
  },
  'bill.accountNotChosen': {
    status: 422,
    showType: showType.error,
    zh: '请为账单选择 PayPal 账户（业务设置为手动选择）',
    en: 'Choose a PayPal account for the bill: the business settings leave the choice to you',
  },
  'bill.accountStopped': {
    status: 409,
    showType: showType.error,
    zh: 'PayPal 账户“{label}”已停用（{why}）。为避免款项未经确认转到其他账户，请管理员先暂停或归档该账户',
    en: 'PayPal account “{label}” has stopped ({why}). Bills are not moved to another account by themselves: an administrator must pause or archive it first',
  },
  'bill.noEmail': {
    status: 422,
    showType: showType.error,
    zh: '客户没有邮箱，PayPal 无法发送邮件；请填写邮箱，或改为“仅生成链接”',
    en: 'The customer has no e-mail address, so PayPal cannot mail the bill: add one, or make a link only',
  },
  'bill.tooManyReminders': {
    status: 409,
    showType: showType.warn,
    zh: '账单 {number} 今天已催款 {count} 次，PayPal 每天最多允许 2 次',
    en: 'Bill {number} was reminded {count} times today; PayPal allows two a day',
  },
  'bill.currencyNotAllowed': {
    status: 422,
    showType: showType.error,
    zh: '业务设置不允许使用币种 {currency}',
    en: 'The business settings do not allow {currency}',
  },
  'bill.zeroTotal': { status: 422, showType: showType.error, zh: '账单金额必须大于 0', en: 'The total must be more than 0' },
  'bill.moreThanDue': {
    status: 422,
    showType: showType.error,
    zh: '金额超过待付款 {due}',
    en: 'More than the {due} that is due',
  },
  'refund.moreThanLeft': {
    status: 422,
    showType: showType.error,
    zh: '最多还能退 {left}（等待审批和处理中的退款已扣除）',
    en: 'At most {left} can still be refunded; what waits for approval or is on its way is taken off',
  },
  'refund.notRefundable': {
    status: 409,
    showType: showType.error,
    zh: '这笔收款不能通过 PayPal 退款：它不是 PayPal 付款，或尚未到账',
    en: 'This payment cannot be refunded through PayPal: it did not come through PayPal, or is not money yet',
  },
  'refund.tooLate': {
    status: 409,
    showType: showType.error,
    zh: '付款已超过 {days} 天，PayPal 不再接受退款，请与客户另行结算',
    en: 'The payment is more than {days} days old, and PayPal no longer refunds it. Settle with the customer another way',
  },
  'refund.disputed': {
    status: 409,
    showType: showType.error,
    zh: '这笔付款有未结的争议，PayPal 只接受全额退款（会同时结束争议）；部分退款请在争议页提出“退款方案”',
    en: 'The payment is disputed: PayPal then refunds the whole only, which ends the dispute. For a part, make an offer in the dispute',
  },
  'approval.own': {
    status: 403,
    showType: showType.error,
    zh: '不能审批自己提交的退款，请由另一位有审批权限的同事处理',
    en: 'Nobody approves or rejects their own request: someone else who may approve must decide',
  },
  'approval.beyondLimit': {
    status: 403,
    showType: showType.error,
    zh: '金额 {amount} 超过您的审批额度，请由额度更高的同事处理',
    en: '{amount} is more than you may approve. Ask someone with a higher limit',
  },
  'approval.decided': {
    status: 409,
    showType: showType.error,
    zh: '这笔退款已处理（{who}）',
    en: 'This was decided already, by {who}',
  },
  'approval.notYours': {
    status: 403,
    showType: showType.error,
    zh: '只有提交人可以撤回申请',
    en: 'Only who asked for it can withdraw it',
  },
  'approval.ownLimit': {
    status: 403,
    showType: showType.error,
    zh: '不能修改自己的审批额度',
    en: 'Nobody sets their own approval limit',
  },
  'dispute.notAllowed': {
    status: 409,
    showType: showType.error,
    zh: 'PayPal 现在不允许对此争议进行该操作，请刷新后查看',
    en: 'PayPal does not allow this now. Look at the dispute again',
  },
  'dispute.busy': {
    status: 409,
    showType: showType.warn,
    zh: '此争议正在由 PayPal 处理，完成后再试',
    en: 'PayPal is busy with this dispute: try again when that is done',
  },
  'dispute.fileType': {
    status: 422,
    showType: showType.error,
    zh: '请上传 PNG、JPEG 或 PDF 文件',
    en: 'Please choose a PNG, JPEG or PDF file',
  },
  'dispute.tooManyFiles': {
    status: 422,
    showType: showType.error,
    zh: '最多上传 {limit} 个文件',
    en: 'At most {limit} files',
  },
  'customer.emailTaken': {
    status: 409,
    showType: showType.error,
    zh: '邮箱 {email} 已属于客户“{name}”，同一付款邮箱只能归属一位客户；如果是同一位客户，请合并',
    en: '{email} belongs to the customer “{name}”. An address can be one customer’s only; merge the two if they are the same',
  },
  'customer.emailTakenElsewhere': {
    status: 409,
    showType: showType.error,
    zh: '邮箱 {email} 已属于其他同事的客户，请联系管理员',
    en: '{email} belongs to a colleague’s customer. Ask your administrator',
  },
  'customer.merged': {
    status: 409,
    showType: showType.error,
    zh: '客户“{name}”已合并到其他客户，不能再操作',
    en: 'The customer “{name}” was merged into another one and can no longer be changed',
  },
  'customer.mergeSelf': {
    status: 422,
    showType: showType.error,
    zh: '不能把客户合并到自己',
    en: 'A customer cannot be merged into itself',
  },
  'customer.noOwner': {
    status: 422,
    showType: showType.error,
    zh: '您不是该公司的用户，请为客户指定业务员',
    en: 'You are not a user of this company: choose who owns the customer',
  },
  'paypalAccount.credentialsRefused': {
    status: 422,
    showType: showType.silent,
    zh: 'PayPal 不接受这组 Client ID 和 Secret（{detail}）。请确认是同一个应用的、环境（沙盒/正式）选对、且没有多余的空格',
    en: 'PayPal did not accept this client ID and secret ({detail}). Check that both are of one app, and of the environment that you chose',
  },
  'paypalAccount.unreachable': {
    status: 409,
    showType: showType.error,
    zh: '暂时连不上 PayPal（{detail}），什么都没有改变，请稍后再试',
    en: 'PayPal could not be reached ({detail}). Nothing was changed: try again in a moment',
  },
  'paypalAccount.onHold': {
    status: 409,
    showType: showType.warn,
    zh: 'PayPal 要求暂缓访问账户“{label}”，请稍后再试',
    en: 'PayPal asked to wait before asking about “{label}” again: try later',
  },
  'paypalAccount.alreadyConnected': {
    status: 409,
    showType: showType.silent,
    zh: '这个应用已作为“{label}”连接，不能重复连接',
    en: 'This app is connected already, as “{label}”',
  },
  'paypalAccount.liveNotAllowed': {
    status: 422,
    showType: showType.silent,
    zh: '此系统不是正式环境，不能连接正式的 PayPal 账户',
    en: 'This installation is not in production: live PayPal accounts cannot be used here',
  },
  'paypalAccount.otherMerchant': {
    status: 409,
    showType: showType.silent,
    zh: '这组凭据属于另一个 PayPal 商户（{merchantId}），不能替换。请把它作为新账户连接',
    en: 'These credentials belong to another PayPal merchant ({merchantId}). Connect it as a new account instead',
  },
  'paypalAccount.noCredentials': {
    status: 409,
    showType: showType.error,
    zh: '账户“{label}”还没有凭据，请先填写 Client ID 和 Secret',
    en: '“{label}” has no credentials yet: enter its client ID and secret first',
  },
  'paypalAccount.wrongState': {
    status: 409,
    showType: showType.error,
    zh: '账户“{label}”当前状态不允许此操作',
    en: 'This is not possible in the present state of “{label}”',
  },
  'paypalAccount.stillBroken': {
    status: 409,
    showType: showType.error,
    zh: 'PayPal 仍不允许使用账户“{label}”：{why}',
    en: 'PayPal still does not let “{label}” be used: {why}',
  },
  'paypalAccount.inUse': {
    status: 409,
    showType: showType.error,
    zh: '账户“{label}”还有 {count} 张未结清的账单，归档后将收不到它们的付款通知。请先暂停，结清后再归档',
    en: '{count} bills on “{label}” are still open, and their payments would go unheard. Pause it, and archive it when they are settled',
  },
  'import.unreadable': {
    status: 422,
    showType: showType.silent,
    zh: '无法读取文件：请上传 CSV 或 XLSX 文件（旧版 .xls 请另存为 .xlsx）',
    en: 'The file cannot be read: upload a CSV or XLSX file (save an old .xls as .xlsx first)',
  },
  'import.tooManyRows': {
    status: 422,
    showType: showType.silent,
    zh: '文件过大：一次最多导入 {bills} 张账单、{rows} 行',
    en: 'The file is too long: at most {bills} bills and {rows} rows at a time',
  },
  'import.noRows': {
    status: 422,
    showType: showType.silent,
    zh: '文件中没有数据：第一行应为表头，之后每行一个商品',
    en: 'The file has no data: the first row names the columns, every further row is an item',
  },
  'import.missingColumns': {
    status: 422,
    showType: showType.silent,
    zh: '缺少必需的列：{columns}',
    en: 'Columns are missing: {columns}',
  },
  'import.duplicateColumn': {
    status: 422,
    showType: showType.silent,
    zh: '列“{header}”出现了两次',
    en: 'The column “{header}” is there twice',
  },
  'import.hasErrors': {
    status: 422,
    showType: showType.silent,
    zh: '文件中有 {count} 处错误，没有导入任何账单',
    en: 'The file has {count} errors: nothing was imported',
  },
  'bill.notYourCompany': {
    status: 422,
    showType: showType.error,
    zh: '您不是该公司的用户，不能以自己的名义新建账单',
    en: 'You are not a user of this company and cannot make bills of your own in it',
  },
  'operation.notWaiting': {
    status: 409,
    showType: showType.error,
    zh: '此操作已完成或正在执行，无需重试',
    en: 'This operation is finished or under way',
  },
  'webhook.refused': { status: 400, showType: showType.silent, zh: '签名无效', en: 'The signature is not valid' },
  unavailable: {
    status: 503,
    showType: showType.notification,
    zh: '服务暂时不可用，请稍后再试',
    en: 'The service is unavailable for a moment, please retry',
  },
  internal: {
    status: 500,
    showType: showType.notification,
    zh: '系统出现意外错误，请联系管理员并提供编号 {requestId}',
    en: 'Something unexpected went wrong. Quote {requestId} to your administrator',
  },
} satisfies Record<string, ErrorEntry>

export type ErrorName = keyof typeof errorCatalogue
/** A word that the message needs in its own language. */
export type Word = { zh: string; en: string }
export type ErrorParams = Record<string, string | number | Word>
export type Language = 'zh-CN' | 'en-US'

export function errorText(name: ErrorName, params: ErrorParams, language: Language): string {
  const entry: ErrorEntry = errorCatalogue[name]
  const text = language === 'en-US' ? entry.en : entry.zh
  return text.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = params[key] ?? ''
    return typeof value === 'object' ? value[language === 'en-US' ? 'en' : 'zh'] : String(value)
  })
}
