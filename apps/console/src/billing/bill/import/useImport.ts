import { billApi } from '@paydesk/contract/billing/bill'
import {
  billImportApi,
  type ImportCheck,
  importMaxBytes,
} from '@paydesk/contract/billing/billImport'
import type { Reply } from '@paydesk/contract/lib/endpoint'
import { useState } from 'react'
import { call } from '../../../lib/api/api.ts'
import { ApiError } from '../../../lib/api/apiError.ts'
import { showError } from '../../../lib/api/errors.ts'
import { refreshApi } from '../../../lib/api/query.ts'
import { t } from '../../../lib/i18n.ts'

type Step =
  | { step: 'choose'; problem?: string }
  | { step: 'checking'; name: string }
  | { step: 'checked'; name: string; file: Blob; check: ImportCheck; busy: boolean }
  | { step: 'done'; result: Reply<typeof billImportApi.run> }

/**
 * Leads from the file to the drafts. The drawer shows the API's refusal of the whole file, instead
 * of a passing message.
 */
export function useImport() {
  const [state, setState] = useState<Step>({ step: 'choose' })

  const refused = (error: unknown) => {
    const told =
      error instanceof ApiError &&
      typeof error.errorCode === 'string' &&
      /^(?:import|file)\./.test(error.errorCode)
    if (!told) showError(error)
    setState(told ? { step: 'choose', problem: error.message } : { step: 'choose' })
  }

  async function check(file: File) {
    if (file.size > importMaxBytes)
      return setState({ step: 'choose', problem: t('billImport.tooLarge') })
    setState({ step: 'checking', name: file.name })
    try {
      // Takes a copy: the bytes that were checked are the bytes that will be sent, even if someone
      // saves the file again meanwhile.
      const copy = new Blob([await file.arrayBuffer()])
      const answer = await call(billImportApi.check, { body: copy }, { skipErrorHandler: true })
      setState({ step: 'checked', name: file.name, file: copy, check: answer, busy: false })
    } catch (error) {
      refused(error)
    }
  }

  async function run() {
    if (state.step !== 'checked' || state.busy) return
    setState({ ...state, busy: true })
    try {
      const result = await call(billImportApi.run, { body: state.file }, { skipErrorHandler: true })
      setState({ step: 'done', result })
      for (const endpoint of [billApi.list, billApi.counts]) void refreshApi(endpoint)
    } catch (error) {
      if (error instanceof ApiError && error.isAnswer) return refused(error)
      // There was no answer, so the drafts may have been made. The same button repeats the call
      // with the same key, which cannot make them twice.
      showError(error)
      setState({ ...state, busy: false })
    }
  }

  return { state, check, run, again: () => setState({ step: 'choose' }) }
}
