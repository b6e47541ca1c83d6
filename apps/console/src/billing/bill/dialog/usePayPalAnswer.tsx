import { type Bill, billApi } from '@paydesk/contract/billing/bill'
import type { BillFailure } from '@paydesk/contract/billing/billFailure'
import { Alert } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { call } from '../../../lib/api/api.ts'
import { ApiError } from '../../../lib/api/apiError.ts'
import { Cancelled } from '../../../lib/api/stepUp.ts'
import { t } from '../../../lib/i18n.ts'
import { FailureNotice } from '../FailureNotice.tsx'
import { showBill } from '../refresh.ts'

/**
 * The dialog looks by itself, so that it works while the live stream is down: someone is
 * waiting for the answer.
 */
const lookMs = 1500

type Act = {
  /** The version of the bill that the person looks at. */
  version: number
  /**
   * Asks for it, of this version; answers with the bill as it is then. What fails here
   * counts as not asked.
   */
  ask: (version: number) => Promise<Bill>
  /** 'unknown': PayPal's answer was lost, and it takes longer to find out. */
  isUnderWay?: (bill: Bill) => boolean | 'unknown'
  failureOf?: (bill: Bill) => BillFailure | null
}

/**
 * An act that PayPal has to carry out. The dialog stays until PayPal has answered: whoever reads
 * "submitted" believes that it was done. It may be closed before; the bill's row, its page and
 * the bell then tell.
 */
export function usePayPalAnswer() {
  const [state, setState] = useState<'asking' | 'waiting' | 'unknown' | BillFailure>('asking')
  const watching = useRef<AbortController>(undefined)
  /**
   * The version that was sent and not answered. Pressing again must ask for the same thing,
   * whatever became of the bill meanwhile.
   */
  const unanswered = useRef<number>(undefined)
  useEffect(() => () => watching.current?.abort(), [])

  /** Undefined: PayPal refused or did not answer, and `notice` says so. */
  async function run({
    version,
    ask,
    isUnderWay = underWay,
    failureOf = ({ failure }) => failure,
  }: Act): Promise<Bill | undefined> {
    const stop = new AbortController()
    watching.current = stop
    setState('waiting')
    try {
      unanswered.current ??= version
      const asked = await ask(unanswered.current)
      unanswered.current = undefined
      showBill(asked)
      // What needs no word of PayPal's is done now, whatever PayPal refused before.
      if (isUnderWay(asked) === false) return asked
      const answered = await untilAnswered(isUnderWay, asked, stop.signal)
      if (isUnderWay(answered) === 'unknown') {
        setState('unknown')
        return undefined
      }
      const failure = failureOf(answered)
      if (!failure) return answered
      setState(failure)
      return undefined
    } catch (error) {
      // Without an answer it may have been done. With the same version the service then tells the
      // first answer, or that the bill has changed.
      if (!(error instanceof ApiError) || error.isAnswer) unanswered.current = undefined
      setState('asking')
      throw error
    }
  }

  const notice: ReactNode =
    state === 'waiting' ? (
      <Alert
        type="info"
        showIcon
        role="status"
        title={t('bill.act.waiting')}
        description={t('bill.act.waiting.hint')}
      />
    ) : state === 'unknown' ? (
      <Alert
        type="warning"
        showIcon
        role="status"
        title={t('bill.act.unknown')}
        description={t('bill.act.unknown.hint')}
      />
    ) : state === 'asking' ? null : (
      <FailureNotice failure={state} />
    )
  return { isWaiting: state === 'waiting', isLost: state === 'unknown', notice, run }
}

const underWay: NonNullable<Act['isUnderWay']> = ({ busy, operation }) =>
  operation?.state === 'unknown' ? 'unknown' : busy

/** Looks until PayPal has answered, or until its answer is known to be lost. */
async function untilAnswered(
  isUnderWay: NonNullable<Act['isUnderWay']>,
  asked: Bill,
  signal: AbortSignal,
): Promise<Bill> {
  let bill = asked
  while (isUnderWay(bill) === true) {
    await new Promise((resolve) => setTimeout(resolve, lookMs))
    const next = await call(
      billApi.read,
      { params: { id: bill.id } },
      { skipErrorHandler: true, signal },
    ).catch((error) => {
      // A look that fails says nothing about the act, and the next one may succeed; who is signed
      // out or sees the bill no more looks in vain.
      if (error instanceof ApiError && error.isAnswer) throw error
      return bill
    })
    if (signal.aborted) throw new Cancelled()
    if (JSON.stringify(next) !== JSON.stringify(bill)) showBill(next)
    bill = next
  }
  return bill
}
