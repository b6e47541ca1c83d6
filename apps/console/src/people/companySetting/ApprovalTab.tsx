import type { CompanySetting } from '@paydesk/contract/people/companySetting'
import { limitChangeApi } from '@paydesk/contract/people/limitChange'
import { Form } from 'antd'
import { call } from '../../lib/api/api.ts'
import { refreshApi } from '../../lib/api/query.ts'
import { t } from '../../lib/i18n.ts'
import { useWaitingLimits, WaitingLimits } from '../../shared/limitChange/WaitingLimits.tsx'
import { limitsText } from '../../shared/limitChange/words.ts'
import { type AmountLine, AmountLines, amountsOf, linesOf } from '../../ui/form/AmountLines.tsx'
import { ApiForm } from '../../ui/form/ApiForm.tsx'
import styles from './CompanySettingPage.module.css'

type Fields = { refundThresholds: AmountLine[] }

const show = (_: unknown, value: unknown) => limitsText(amountsOf(value as AmountLine[]), 'company')

/**
 * The only settings that one person does not change alone. While a change waits there is no form: a
 * second one would be refused.
 */
export function ApprovalTab({ setting }: { setting: CompanySetting }) {
  const waiting = useWaitingLimits('company')
  const { refundThresholds } = setting.approval
  return (
    <>
      <h2 className={styles.title}>{t('setting.approval')}</h2>
      {waiting && <WaitingLimits changes={waiting} />}
      {waiting && waiting.length > 0 ? (
        <>
          <p>
            {t('limitChange.now')}: {limitsText(refundThresholds, 'company')}
          </p>
          <p>{t('setting.approval.hint')}</p>
        </>
      ) : (
        <ThresholdForm setting={setting} />
      )}
    </>
  )
}

function ThresholdForm({ setting }: { setting: CompanySetting }) {
  const label = t('setting.approval.refundThresholds')
  return (
    <ApiForm<Fields, CompanySetting>
      name="approval"
      label={t('setting.approval')}
      record={setting}
      valuesOf={({ approval }) => ({ refundThresholds: linesOf(approval.refundThresholds) })}
      labels={{ refundThresholds: label }}
      show={show}
      save={async ({ refundThresholds }, record) => {
        await call(
          limitChangeApi.ask,
          { body: { refundThresholds: amountsOf(refundThresholds) } },
          { skipErrorHandler: true },
        )
        // Nothing has changed yet.
        return record
      }}
      onRecord={() => void refreshApi(limitChangeApi.list)}
      submitLabel={t('limitChange.submit')}
      savedText={t('limitChange.submitted')}
    >
      <Form.Item
        label={label}
        extra={
          <>
            {t('setting.approval.hint')} {t('limitChange.hint')}
          </>
        }
      >
        <AmountLines name="refundThresholds" />
      </Form.Item>
    </ApiForm>
  )
}
