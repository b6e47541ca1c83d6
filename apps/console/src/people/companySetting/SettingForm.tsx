import {
  type CompanySetting,
  companySettingApi,
  type SettingTab,
  type SettingValues,
} from '@paydesk/contract/people/companySetting'
import type { ReactNode } from 'react'
import { call } from '../../lib/api/api.ts'
import { putApi } from '../../lib/api/query.ts'
import { t } from '../../lib/i18n.ts'
import { ApiForm } from '../../ui/form/ApiForm.tsx'
import styles from './CompanySettingPage.module.css'

/** The thresholds of approvals are asked for, not saved (ApprovalTab.tsx). */
type FormTab = Exclude<SettingTab, 'approval'>

type Props<T extends FormTab, V extends object> = {
  tab: T
  setting: CompanySetting
  /** Stored values as the fields show them, and back. */
  toFields: (values: SettingValues[T]) => V
  fromFields: (fields: V) => SettingValues[T]
  labels: { [K in keyof V]: string }
  show?: (field: keyof V, value: unknown) => string
  children: ReactNode
}

/**
 * One tab has its own form and its own PATCH, which replaces that tab's values and leaves
 * the others alone.
 */
export function SettingForm<T extends FormTab, V extends object>(props: Props<T, V>) {
  const { tab, setting, toFields, fromFields, labels, show = inWords, children } = props
  const title = t(`setting.${tab}`)
  return (
    <>
      <h2 className={styles.title}>{title}</h2>
      <ApiForm<V, CompanySetting>
        name={tab}
        label={title}
        part={tab}
        record={setting}
        valuesOf={(one) => toFields(one[tab])}
        labels={labels}
        show={show}
        save={(values, { version }) =>
          call(
            companySettingApi.update,
            { body: { version, [tab]: fromFields(values) } },
            { skipErrorHandler: true },
          )
        }
        onRecord={(saved) => putApi(companySettingApi.read, {}, saved)}
      >
        {children}
      </ApiForm>
    </>
  )
}

export function inWords(_: unknown, value: unknown): string {
  if (typeof value === 'boolean') return t(value ? 'setting.yes' : 'setting.no')
  if (Array.isArray(value)) return value.join(', ') || t('setting.none')
  return value === null || value === undefined ? t('setting.none') : String(value)
}
