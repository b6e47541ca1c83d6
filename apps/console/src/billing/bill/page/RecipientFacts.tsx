import type { Bill } from '@paydesk/contract/billing/bill'
import { canAccess } from '@paydesk/contract/lib/access'
import { paths } from '@paydesk/contract/lib/paths'
import { Link } from 'react-router'
import { useCurrentUser } from '../../../lib/api/currentUser.ts'
import { t } from '../../../lib/i18n.ts'
import { countryName } from '../../../lib/regions.ts'
import { Fact, Facts } from '../../../ui/page/Facts.tsx'

/**
 * The recipient of the bill as it was when the bill was sent, whatever happened to the customer
 * since.
 */
export function RecipientFacts({ bill }: { bill: Bill }) {
  const user = useCurrentUser()
  const { name, businessName, email, ccEmails, country } = bill.recipient
  return (
    <Facts>
      <Fact label={t('bill.customer')}>
        {canAccess(user, 'ViewCustomer') ? (
          <Link to={paths.customer(bill.customerId)}>{name}</Link>
        ) : (
          name
        )}
      </Fact>
      <Fact label={t('bill.recipient.business')}>{businessName}</Fact>
      <Fact label={t('bill.recipient.email')}>
        {email ? <bdi dir="ltr">{email}</bdi> : t('bill.recipient.noEmail')}
      </Fact>
      <Fact label={t('bill.recipient.cc')}>{ccEmails.join(', ')}</Fact>
      <Fact label={t('bill.recipient.country')}>{country && countryName(country)}</Fact>
    </Facts>
  )
}
