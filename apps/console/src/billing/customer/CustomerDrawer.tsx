import {
  type Customer,
  type CustomerAddress,
  customerApi,
} from '@paydesk/contract/billing/customer'
import type { Currency } from '@paydesk/contract/lib/money'
import { normalPhone } from '@paydesk/contract/people/login'
import { useState } from 'react'
import { call } from '../../lib/api/api.ts'
import { useCurrentUser } from '../../lib/api/currentUser.ts'
import { t } from '../../lib/i18n.ts'
import { countryName } from '../../lib/regions.ts'
import { ApiForm } from '../../ui/form/ApiForm.tsx'
import { FormDrawer } from '../../ui/form/FormDrawer.tsx'
import { CustomerFields } from './CustomerFields.tsx'
import { useAccounts } from './useAccounts.ts'
import { useOwners } from './useOwners.ts'

export type CustomerValues = {
  name: string
  businessName: string
  email: string
  payerEmails: string[]
  ccEmails: string[]
  phone: string
  country: string | undefined
  address: CustomerAddress
  language: string | undefined
  defaultCurrency: Currency | undefined
  defaultAccountId: string | undefined
  ownerId: string | undefined
  tags: string[]
  note: string
}

/** A customer (also as a refusal returns it), or the values that a new one starts with. */
type Source = Partial<Customer>
type Props = {
  customer: Customer | undefined
  onSaved: (customer: Customer) => void
  onClosed: () => void
}

export function CustomerDrawer({ customer, onSaved, onClosed }: Props) {
  const me = useCurrentUser()
  const owners = useOwners()
  const accounts = useAccounts()
  // A super admin who acts in another company is no user of it, and so cannot own a customer there.
  const [blank] = useState<Source>(me.actingElsewhere ? {} : { ownerId: me.id })
  const title = customer ? t('customer.edit.title', { name: customer.name }) : t('customer.create')
  return (
    <FormDrawer title={title} onClosed={onClosed}>
      {(close) => (
        <ApiForm<CustomerValues, Source>
          name="customer"
          label={t('customer.form')}
          record={customer ?? blank}
          valuesOf={valuesOf}
          labels={labels()}
          show={(field, value) => wordsOf(field, value, [...(owners ?? []), ...(accounts ?? [])])}
          errorFields={{
            'customer.emailTaken': 'payerEmails',
            'customer.emailTakenElsewhere': 'payerEmails',
            'customer.noOwner': 'ownerId',
          }}
          save={async (values, source) => {
            const saved = await save(values, source, accounts !== undefined)
            onSaved(saved)
            return saved
          }}
          onRecord={() => undefined}
          onSaved={close}
          submitLabel={t(customer ? 'form.save' : 'customer.create')}
          savedText={t(customer ? 'form.saved' : 'customer.created')}
        >
          <CustomerFields owners={owners} accounts={accounts} />
        </ApiForm>
      )}
    </FormDrawer>
  )
}

const noAddress = { line1: '', line2: '', city: '', state: '', postalCode: '' }

const valuesOf = (customer: Source): CustomerValues => ({
  name: customer.name ?? '',
  businessName: customer.businessName ?? '',
  email: customer.email ?? '',
  payerEmails: customer.payerEmails ?? [],
  ccEmails: customer.ccEmails ?? [],
  phone: customer.phone ?? '',
  country: customer.country ?? undefined,
  address: customer.address ?? noAddress,
  language: customer.language ?? undefined,
  defaultCurrency: customer.defaultCurrency ?? undefined,
  defaultAccountId: customer.defaultAccountId ?? undefined,
  ownerId: customer.ownerId,
  tags: customer.tags ?? [],
  note: customer.note ?? '',
})

/**
 * People who may not see the company's users or accounts have no field for them, and saving leaves
 * these values as they are.
 */
function save(
  { ownerId, defaultAccountId, ...values }: CustomerValues,
  { id, version }: Source,
  hasAccounts: boolean,
): Promise<Customer> {
  const body = {
    ...values,
    email: values.email.trim() || null,
    phone: values.phone ? normalPhone(values.phone) : null,
    country: values.country ?? null,
    language: values.language ?? null,
    defaultCurrency: values.defaultCurrency ?? null,
    ...(hasAccounts && { defaultAccountId: defaultAccountId ?? null }),
    ...(ownerId && { ownerId }),
  }
  const options = { skipErrorHandler: true }
  return id
    ? call(
        customerApi.update,
        { params: { id }, body: { ...body, version: version ?? 0 } },
        options,
      )
    : call(customerApi.create, { body }, options)
}

function wordsOf(
  field: keyof CustomerValues,
  value: unknown,
  named: { value: string; label: string }[],
): string {
  if (field === 'country') return value ? countryName(String(value)) : ''
  if (field === 'ownerId' || field === 'defaultAccountId')
    return named.find((one) => one.value === value)?.label ?? String(value ?? '')
  if (Array.isArray(value)) return value.join(t('customer.listSeparator'))
  if (field === 'address')
    return Object.values(value as CustomerAddress)
      .filter(Boolean)
      .join(', ')
  return String(value ?? '')
}

const labels = () => ({
  name: t('customer.name'),
  businessName: t('customer.businessName'),
  email: t('customer.email'),
  payerEmails: t('customer.payerEmails'),
  ccEmails: t('customer.ccEmails'),
  phone: t('customer.phone'),
  country: t('customer.country'),
  address: t('customer.address'),
  language: t('customer.language'),
  defaultCurrency: t('customer.defaultCurrency'),
  defaultAccountId: t('customer.defaultAccount'),
  ownerId: t('customer.owner'),
  tags: t('customer.tags'),
  note: t('customer.note'),
})
