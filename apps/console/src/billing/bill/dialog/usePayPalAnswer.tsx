import { type Bill, billApi } from '@paydesk/contract/billing/bill'
import type { BillFailure } from '@paydesk/contract/billing/billFailure'
import { Alert } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { call } from '../../../lib/api/api.ts'
import { Cancelled } from '../../../lib/api/stepUp.ts'
import { t } from '../../../lib/i18n.ts'
import { FailureNotice } from '../FailureNotice.tsx'
import { showBill } from '../refresh.ts'

/** The dialog looks by itself, so that it works while the live stream is down: someone is waiting for the answer. */
const lookMs = 1500

type Act = {
  /** Asks for it; answers with the bill as it is then. */
  ask: () => Promise<Bill>
  isUnderWay?: (bill: Bill) => boolean
  failureOf?: (bill: Bill) => BillFailure | null
}

/**
 * An act that PayPal has to carry out. The dialog stays until PayPal has answered: whoever reads "submitted" believes that it was done.
 * It may be closed before; the bill's row, its page and the bell then tell.
 */
export function usePayPalAnswer() {
  const [state, setState] = useState<'asking' | 'waiting' | BillFailure>('asking')
  const watching = useRef<AbortController>(undefined)
  useEffect(() => () => watching.current?.abort(), [])

  /** Undefined: PayPal refused, and `notice` says why. */
  async function run({ ask, isUnderWay = ({ busy }) => busy, failureOf = ({ failure }) => failure }: Act): Promise<Bill | undefined> {
    const stop = new AbortController()
    watching.current = stop
    setState('waiting')
    try {
      const asked = await ask()
      showBill(asked)
      // What needs no word of PayPal's is done now, whatever PayPal refused before.
      if (!isUnderWay(asked)) return asked
      const answered = await untilNot(isUnderWay, asked, stop.signal)
      const failure = failureOf(answered)
      if (!failure) return answered
      setState(failure)
      return undefined
    } catch (error) {
      setState('asking')
      throw error
    }
  }

  const notice: ReactNode =
    state === 'waiting' ? (
      <Alert type="info" showIcon role="status" title={t('bill.act.waiting')} description={t('bill.act.waiting.hint')} />
    ) : state === 'asking' ? null : (
      <FailureNotice failure={state} />
    )
  return { isWaiting: state === 'waiting', notice, run }
}

async function untilNot(isUnderWay: (bill: Bill) => boolean, asked: Bill, signal: AbortSignal): Promise<Bill> {
  let bill = asked
  while (isUnderWay(bill)) {
    await new Promise((resolve) => setTimeout(resolve, lookMs))
    if (signal.aborted) throw new Cancelled()
    // A look that fails says nothing about the act: the next one may succeed.
    bill = await call(billApi.read, { params: { id: bill.id } }, { skipErrorHandler: true, signal }).catch(() => bill)
    showBill(bill)
  }
  return bill
}
