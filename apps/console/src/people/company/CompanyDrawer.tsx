import type { Currency } from '@paydesk/contract/lib/money'
import { type Company, companyApi } from '@paydesk/contract/people/company'
import { useState } from 'react'
import { call } from '../../lib/api/api.ts'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { t } from '../../lib/i18n.ts'
import { countryName } from '../../lib/regions.ts'
import { ApiForm } from '../../ui/form/ApiForm.tsx'
import { FormDrawer } from '../../ui/form/FormDrawer.tsx'
import { CompanyFields } from './CompanyFields.tsx'

export type CompanyValues = {
  name: string
  legalName: string
  code: string
  country: string | undefined
  timezone: string | undefined
  baseCurrency: Currency | undefined
  logo: string | null
}
/** A company, or the values that a new one starts with. */
type Record = CompanyValues & { id?: string; version?: number }
type Props = { company: Company | undefined; onChanged: () => void; onClosed: () => void }

export function CompanyDrawer({ company, onChanged, onClosed }: Props) {
  const { company: current } = useCurrentUser()
  const [record] = useState<Record>(company ?? blankIn(current.timezone))
  return (
    <FormDrawer
      title={company ? t('company.edit.title', { name: company.name }) : t('company.create')}
      onClosed={onClosed}
    >
      {(close) => (
        <ApiForm<CompanyValues, Record>
          name="company"
          label={t('company.form')}
          record={record}
          valuesOf={valuesOf}
          labels={labels()}
          show={(field, value) =>
            field === 'country'
              ? countryName(String(value))
              : field === 'logo'
                ? logoText(value)
                : String(value ?? '')
          }
          errorFields={{ 'company.codeTaken': 'code' }}
          save={save}
          onRecord={() => onChanged()}
          onSaved={close}
          submitLabel={t(company ? 'form.save' : 'company.create')}
          savedText={t(company ? 'form.saved' : 'company.created')}
        >
          <CompanyFields />
        </ApiForm>
      )}
    </FormDrawer>
  )
}

const valuesOf = ({
  name,
  legalName,
  code,
  country,
  timezone,
  baseCurrency,
  logo,
}: Record): CompanyValues => ({
  name,
  legalName,
  code,
  country,
  timezone,
  baseCurrency,
  logo,
})

/** A new company usually works in the time zone of the person who creates it. */
const blankIn = (timezone: string): Record => ({
  name: '',
  legalName: '',
  code: '',
  country: undefined,
  timezone,
  baseCurrency: 'USD',
  logo: null,
})

/** The form has made sure that the required fields are filled. */
function save(values: CompanyValues, { id, version }: Record): Promise<Record> {
  const body = values as Required<CompanyValues> & {
    country: string
    timezone: string
    baseCurrency: Currency
  }
  const options = { skipErrorHandler: true }
  return id
    ? call(companyApi.update, { params: { id }, body: { ...body, version: version ?? 0 } }, options)
    : call(companyApi.create, { body }, options)
}

const logoText = (value: unknown) => t(value ? 'company.logo.set' : 'company.logo.none')

const labels = () => ({
  name: t('company.name'),
  legalName: t('company.legalName'),
  code: t('company.code'),
  country: t('company.country'),
  timezone: t('company.timezone'),
  baseCurrency: t('company.currency'),
  logo: t('company.logo'),
})
