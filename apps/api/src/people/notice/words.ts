import type { Holder } from '@paydesk/contract/lib/access'
import type { Language } from '@paydesk/contract/lib/errors'
import type { Id } from '@paydesk/contract/lib/id'
import { type Currency, toDecimal } from '@paydesk/contract/lib/money'
import { billPathOf, paths } from '@paydesk/contract/lib/paths'
import { whyStopped } from '@paydesk/contract/people/accountStopWords'
import type { Notice, RefusedAct } from '@paydesk/contract/people/notice'
import { problemWords } from '@paydesk/contract/people/problemWords'
import type { RuleFailure } from '@paydesk/contract/people/ruleNotice'
import { securityChangeWords } from '@paydesk/contract/people/securityWords'
import { namedTime } from '../../lib/clock.ts'
import { sayIn } from '../../lib/language.ts'

/** The news that e-mails and bots tell in the words of this file. The console has its own words. */
export type News = { kind: Notice['kind']; data: unknown } | { kind: 'test'; data: unknown }
export type Line = { title: string; detail: string; path: string }

const amountOf = ({
  amountMinor,
  currency,
}: {
  amountMinor: number | null
  currency: Currency | null
}) =>
  amountMinor === null || currency === null
    ? ''
    : `${currency} ${toDecimal({ amountMinor, currency })}`

/**
 * An e-mail to a person leads to the bill's page that this person may open, or home, where the
 * notice stands as well. A chat and a company's address have no single reader: they lead to the
 * operators' page, which the built-in operators, finance and admins all open.
 */
const pathOfBill = (billId: Id<'bill'>, reader: Holder | undefined) =>
  reader ? (billPathOf(reader, billId) ?? paths.welcome()) : paths.bill(billId)

export type Reading = { language: Language; timezone: string; reader?: Holder }

/**
 * Names and reasons come from outside. In one line each, they cannot look like a notice of their
 * own.
 */
export function lineOf(news: News, reading: Reading): Line {
  const { title, detail, path } = wordsOf(news, reading)
  return { title: inOneLine(title), detail: inOneLine(detail), path }
}

const inOneLine = (text: string) => text.replace(/\s+/g, ' ')

function wordsOf(news: News, { language, timezone, reader }: Reading): Line {
  const say = sayIn(language)
  if (news.kind === 'test')
    return {
      title: say('测试消息', 'Test message'),
      detail: say(
        '看到这条消息，说明机器人已连接好。',
        'If you can read this, the bot is connected.',
      ),
      path: `${paths.companySettings()}?tab=notifications`,
    }
  const { kind, data } = news as Pick<Notice, 'kind' | 'data'> as Notice
  switch (kind) {
    case 'newDevice':
      return {
        title: say('新设备登录', 'Sign-in from a new device'),
        detail: say(`${data.device}，${data.address}`, `${data.device}, ${data.address}`),
        path: `${paths.account('settings')}?section=security`,
      }
    case 'securityChange': {
      const { zh, en } = securityChangeWords[data.change]
      return {
        title: say(zh, en),
        detail: say(
          `${namedTime(data.at, timezone)}，操作人 ${data.who}，${data.device}，` +
            `${data.address}。如果不是您本人或管理员所为，请立即联系管理员。`,
          `${namedTime(data.at, timezone)}, by ${data.who}, ${data.device}, ${data.address}. ` +
            'If neither you nor an administrator did this, contact your administrator ' +
            'immediately.',
        ),
        path: `${paths.account('settings')}?section=security`,
      }
    }
    case 'powerUsed':
      return {
        title: say(...powerWords[data.what](data.about)),
        detail: say(
          `操作人 ${data.who}，来自 ${data.address}。如与您所知不符，请立即核实。`,
          `By ${data.who}, from ${data.address}. If you did not expect this, check immediately.`,
        ),
        path: data.what === 'powerGiven' ? paths.userList() : paths.paypalAccountList(),
      }
    case 'securityAlarm':
      return {
        title: say(...securityAlarmWords[data.reason]),
        detail:
          data.reason === 'lockedOut'
            ? say(
                `${data.who}，最近一次来自 ${data.address}。`,
                `${data.who}, last from ${data.address}.`,
              )
            : say(
                `${data.who}，${data.count} 次，最近一次来自 ${data.address}。`,
                `${data.who}, ${data.count} times, last from ${data.address}.`,
              ),
        path: `${paths.auditLog()}?security=true`,
      }
    case 'paymentReceived':
      return {
        title: say(`收到付款 ${amountOf(data)}`, `Payment received: ${amountOf(data)}`),
        detail: say(
          `${data.customerName} 支付了账单 ${data.billNumber}。`,
          `${data.customerName} paid bill ${data.billNumber}.`,
        ),
        path: pathOfBill(data.billId, reader),
      }
    case 'billRefused':
      return {
        title: say(...refusedWords[data.what ?? 'send'](data.billNumber)),
        detail: say(...refusalWords(data)),
        path: pathOfBill(data.billId, reader),
      }
    case 'billProblem':
      return { ...billProblemWords(data, say), path: pathOfBill(data.billId, reader) }
    case 'accountStopped':
      return {
        title: say(`PayPal账户不可用：${data.label}`, `PayPal account unavailable: ${data.label}`),
        detail: say(
          `不能再通过此账户发送账单（${whyStopped(data.reason).zh}）。${data.detail && `PayPal 原文：${data.detail}`}`,
          `It cannot send bills: ${whyStopped(data.reason).en}. ${data.detail && `PayPal’s message: ${data.detail}`}`,
        ).trim(),
        path: paths.paypalAccountList(),
      }
    case 'eventAlarm':
      return {
        title: say(
          `PayPal 的记录与一条通知不符：${data.label}`,
          `An event does not match PayPal’s records: ${data.label}`,
        ),
        detail: say(
          `事件 ${data.eventId} 未计入任何金额，请管理员核对。PayPal 原文：${data.eventType}`,
          `Event ${data.eventId} (${data.eventType}) does not count toward any amount. Ask an administrator to check it.`,
        ),
        path: `${paths.eventList()}?tab=alarms`,
      }
    case 'approvalAsked':
      return {
        title: say(
          `退款等待审批：${amountOf(data)}`,
          `Refund waiting for approval: ${amountOf(data)}`,
        ),
        detail: say(
          `${data.who} 申请对账单 ${data.billNumber} 退款。`,
          `${data.who} requests a refund of bill ${data.billNumber}.`,
        ),
        path: paths.approvalList(),
      }
    case 'limitChangeAsked':
      return {
        title: say('审批额度变更等待确认', 'Approval limit change waiting for confirmation'),
        detail: data.about
          ? say(
              `${data.who} 申请调整 ${data.about} 的审批额度，需由另一位同事确认。`,
              `${data.who} requests a change to the approval limits of ${data.about}. Another colleague must confirm it.`,
            )
          : say(
              `${data.who} 申请调整公司的退款审批金额，需由另一位同事确认。`,
              `${data.who} requests a change to the company’s refund approval amounts. Another colleague must confirm it.`,
            ),
        path: data.about ? paths.userList() : `${paths.companySettings()}?tab=approval`,
      }
    case 'limitChangeDecided':
      return {
        title: data.approved
          ? say('审批额度变更已批准', 'Approval limit change approved')
          : say('审批额度变更已驳回', 'Approval limit change rejected'),
        detail: data.about
          ? say(
              `${data.about} 的审批额度，处理人 ${data.who}。`,
              `Approval limits of ${data.about}, decided by ${data.who}.`,
            )
          : say(
              `公司的退款审批金额，处理人 ${data.who}。`,
              `The company’s refund approval amounts, decided by ${data.who}.`,
            ),
        path: data.about ? paths.userList() : `${paths.companySettings()}?tab=approval`,
      }
    case 'approvalDecided':
      return {
        title: data.approved
          ? say(`退款已批准：${amountOf(data)}`, `Refund approved: ${amountOf(data)}`)
          : say(`退款已驳回：${amountOf(data)}`, `Refund rejected: ${amountOf(data)}`),
        detail: say(
          `账单 ${data.billNumber}，审批人 ${data.who}。${data.note}`,
          `Bill ${data.billNumber}, approver ${data.who}. ${data.note}`,
        ),
        path: pathOfBill(data.billId, reader),
      }
    case 'disputeOpened':
    case 'disputeDeadline': {
      const due = data.dueAt ? namedTime(data.dueAt, timezone) : '—'
      const [buyer, number] = [data.buyerName || '—', data.billNumber ?? '—']
      return {
        title:
          kind === 'disputeOpened'
            ? say(
                `买家提出争议 ${amountOf(data)}`,
                `A buyer opened a dispute ${amountOf(data)}`,
              ).trim()
            : say(
                `争议还剩不到 ${data.hours} 小时 ${amountOf(data)}`,
                `Less than ${data.hours} hours left to respond to a dispute ${amountOf(data)}`,
              ).trim(),
        detail: say(
          `买家 ${buyer}，账单 ${number}，请在 ${due} 前回复。`,
          `Buyer ${buyer}, bill ${number}. Respond by ${due}.`,
        ),
        path: paths.dispute(data.disputeId),
      }
    }
    case 'exceptionOverdue':
      return {
        title: say(
          `${data.count} 笔待对账交易超过处理时限`,
          `Unmatched transactions past the time limit: ${data.count}`,
        ),
        detail: say(
          `最早一笔发生于 ${namedTime(data.oldestAt, timezone)}，时限为 ${data.hours} 小时。`,
          `The oldest dates from ${namedTime(data.oldestAt, timezone)}; the limit is ${data.hours} hours.`,
        ),
        path: `${paths.reconciliation()}?overdue=true`,
      }
    case 'problemFound': {
      const title = say(problemWords[data.problem].zh, problemWords[data.problem].en)
      const about = [data.label, data.billNumber, amountOf(data)].filter(Boolean).join(' · ')
      return {
        title:
          data.count > 1 ? say(`${title}（${data.count}）`, `${title} (${data.count})`) : title,
        detail: about,
        path: paths.problemList(),
      }
    }
    case 'ruleFailed':
      return {
        title: say(`规则“${data.name}”执行异常`, `Rule “${data.name}” failed`),
        detail: say(...ruleFailureWords[data.failure.code]),
        path: `${paths.companySettings()}?tab=rules`,
      }
    // Rules send their own e-mails to the people they were made for (rule/tell.ts).
    case 'dailySummary':
      return {
        title: say(`收款日报 ${data.day}`, `Daily summary ${data.day}`),
        detail: '',
        path: paths.welcome(),
      }
    case 'accountSilent':
      return {
        title: say(
          `PayPal账户“${data.label}”长时间没有数据`,
          `PayPal account “${data.label}” has had no data for a long time`,
        ),
        detail: data.since ? namedTime(data.since, timezone) : '—',
        path: paths.paypalAccountList(),
      }
    case 'statementReady':
      return {
        title: say(
          `${data.month} 月度对账单已可下载`,
          `Monthly statements for ${data.month} are ready`,
        ),
        detail: '',
        path: paths.transactionList(),
      }
  }
}

const powerWords: Record<
  Extract<Notice, { kind: 'powerUsed' }>['data']['what'],
  (about: string) => [zh: string, en: string]
> = {
  powerGiven: (about) => [
    `${about} 获得退款、审批或管理权限`,
    `${about} can now refund, approve or administer`,
  ],
  accountConnected: (about) => [
    `新连接的 PayPal账户：${about}`,
    `PayPal account connected: ${about}`,
  ],
  accountRotated: (about) => [
    `PayPal账户“${about}”已更换凭据`,
    `Credentials of PayPal account “${about}” replaced`,
  ],
}

const securityAlarmWords: Record<
  Extract<Notice, { kind: 'securityAlarm' }>['data']['reason'],
  [zh: string, en: string]
> = {
  failedSignIns: ['短时间内多次登录失败', 'Many failed sign-ins in a short time'],
  lockedOut: [
    '有用户因多次尝试失败而暂时锁定',
    'A user is locked out after too many failed attempts',
  ],
  permissionRefused: [
    '有用户多次尝试无权限的操作',
    'A user repeatedly attempted actions without permission',
  ],
  webhookForged: ['收到伪造的 PayPal 通知', 'Forged PayPal events received'],
}

const ruleFailureWords: Record<RuleFailure['code'], [zh: string, en: string]> = {
  nobody: [
    '所选的人均已停用，没有人可以通知。',
    'All recipients are disabled, so there is no one to notify.',
  ],
  noAccount: ['没有可用的 PayPal账户。', 'No PayPal account is available.'],
  internal: ['程序出错，请联系管理员。', 'An internal error occurred. Contact your administrator.'],
}

/**
 * Deliveries that were written before an upgrade do not say what was refused: it was the sending.
 */
const refusedWords: Record<RefusedAct, (number: string) => [zh: string, en: string]> = {
  send: (number) => [`账单 ${number} 未能发出`, `Bill ${number} could not be sent`],
  edit: (number) => [
    `账单 ${number} 的修改未成功`,
    `Bill ${number} could not be updated on PayPal`,
  ],
  remind: (number) => [
    `账单 ${number} 的催款未成功`,
    `The reminder for bill ${number} could not be sent`,
  ],
  cancel: (number) => [`账单 ${number} 未能作废`, `Bill ${number} could not be canceled on PayPal`],
  recordPayment: (number) => [
    `账单 ${number} 的收款未能登记到 PayPal`,
    `The payment for bill ${number} could not be recorded on PayPal`,
  ],
  refund: (number) => [`账单 ${number} 的退款未成功`, `The refund for bill ${number} failed`],
  totalDiffers: (number) => [
    `账单 ${number} 已修改，但金额与 PayPal 不一致`,
    `Bill ${number} was updated, but PayPal’s total differs`,
  ],
}

/** Deliveries that were written before an upgrade have no `differs`. */
function refusalWords({
  customerName,
  detail,
  differs,
}: Extract<Notice, { kind: 'billRefused' }>['data']): [zh: string, en: string] {
  if (differs)
    return [
      `${customerName}。PayPal 算出的金额与账单金额不一致：${detail}`,
      `${customerName}. PayPal’s total differs: ${detail}`,
    ]
  return detail
    ? [`${customerName}。PayPal 原文：${detail}`, `${customerName}. PayPal’s message: ${detail}`]
    : [customerName, customerName]
}

/** Nobody reads a message with more lines; the console shows them all. */
const shown = 30

/**
 * Makes one message of several news. Its title is the first line's, with the number of news if
 * there are several.
 */
export function messageOf(lines: Line[], language: Language, publicUrl: string) {
  const say = sayIn(language)
  const [first] = lines
  const more = lines.length - shown
  return {
    title:
      lines.length === 1 && first
        ? first.title
        : say(
            `${lines.length} 条通知：${first?.title ?? ''} 等`,
            `${lines.length} notices: ${first?.title ?? ''} …`,
          ),
    lines: lines
      .slice(0, shown)
      .map(({ title, detail, path }) => ({ title, detail, link: `${publicUrl}${path}` })),
    rest:
      more > 0
        ? say(`另有 ${more} 条，请在收款管理中查看。`, `And ${more} more. View them in Paydesk.`)
        : '',
  }
}

function billProblemWords(
  { problem, billNumber, customerName, ...money }: Extract<Notice, { kind: 'billProblem' }>['data'],
  say: (zh: string, en: string) => string,
): { title: string; detail: string } {
  const amount = amountOf(money)
  switch (problem) {
    case 'currencyChanged':
      return {
        title: say(
          `账单 ${billNumber} 的币种在 PayPal 上有改动`,
          `Currency of bill ${billNumber} changed on PayPal`,
        ),
        detail: say(
          `${customerName}：PayPal 上现在是 ${amount}。请作废这张账单并重新开一张。`,
          `${customerName}: PayPal’s invoice now shows ${amount}. Cancel this bill and create a new one.`,
        ),
      }
    case 'refundMadeAfterAll':
      return {
        title: say(
          `PayPal 显示退款 ${amount} 已发生`,
          `PayPal shows that it made the refund of ${amount}`,
        ),
        detail: say(
          `账单 ${billNumber}（${customerName}）：曾确认这笔退款没有发生，现已按 PayPal 的记录更正。`,
          `Bill ${billNumber} (${customerName}): two people had confirmed that there was no ` +
            'refund. Paydesk corrected this to match PayPal’s record.',
        ),
      }
    case 'refundFailedAfterAll':
      return {
        title: say(
          `PayPal 显示退款 ${amount} 没有成功`,
          `PayPal shows that the refund of ${amount} failed`,
        ),
        detail: say(
          `账单 ${billNumber}（${customerName}）：曾确认这笔退款已发生，现已按 PayPal 的记录更正。`,
          `Bill ${billNumber} (${customerName}): two people had confirmed the refund. Paydesk corrected this to match PayPal’s record.`,
        ),
      }
  }
}
