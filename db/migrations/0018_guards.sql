-- A PayPal merchant once per company and environment (decision 0055). Where it stands twice already, the older account keeps it; the next look
-- at the other one finds that out, stops it and says of which account it is the double.
update paypal_account a set merchant_id = null
where a.merchant_id is not null and a.state <> 'archived' and exists (
  select from paypal_account b where b.company_id = a.company_id and b.environment = a.environment and b.merchant_id = a.merchant_id
    and b.state <> 'archived' and (b.created_at, b.id) < (a.created_at, a.id));
create unique index paypal_account_merchant on paypal_account (company_id, environment, merchant_id)
  where merchant_id is not null and state <> 'archived';

-- The double of another account is not read: its rows are in the books already.
create or replace function accounts_to_sync() returns table (company_id uuid, account_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select a.company_id, a.id from public.paypal_account a join public.company c on c.id = a.company_id
  left join public.account_sync s on s.company_id = a.company_id and s.account_id = a.id
  where public.company_is_here(c) and a.client_id <> '' and a.secret_sealed is not null and a.state in ('active', 'paused', 'limited', 'disconnected')
    and a.state_reason <> 'merchantTwice'
    and (s.account_id is null or (s.due_at <= now() and coalesce(s.leased_until < now(), true)))
$$;

-- A refund of which PayPal's answer never came can be settled by two people: one says whether it happened, another confirms. `happened`,
-- `provider_refund_id` and `reason` are what the first one says; requests to refund have none of them.
alter table approval drop constraint approval_kind_check;
alter table approval add constraint approval_kind_check check (kind in ('refund', 'settleRefund'));
alter table approval add column happened boolean;
alter table approval add column provider_refund_id text;
alter table approval add column reason text not null default '';
alter table approval add constraint approval_settling check (
  (kind = 'settleRefund') = (happened is not null) and (provider_refund_id is not null) = coalesce(happened, false));
alter table approval drop constraint approval_company_id_refund_id_key;
create unique index approval_of_refund on approval (company_id, refund_id) where kind = 'refund';
create unique index approval_one_settling on approval (company_id, refund_id) where kind = 'settleRefund' and state = 'waiting';
create index approval_refund on approval (company_id, refund_id);

-- What two people decided about the refund, until PayPal itself has shown what became of it.
alter table refund add column settled text check (settled in ('happened', 'notHappened'));

-- A bill's currency was changed on PayPal's site: what PayPal's invoice says now. The bill's own amounts stay as they are.
alter table bill add column other_currency text check (other_currency ~ '^[A-Z]{3}$');
alter table bill add column other_total_minor bigint;
alter table bill add constraint bill_other_currency check ((other_currency is null) = (other_total_minor is null) and other_currency <> currency);
-- There are next to none: whoever looks for them reads no other bill.
create index bill_other_currency on bill (company_id) where other_currency is not null;

-- Which rows may be recorded on PayPal's invoices of these bills, with what amount and on whose word: nobody else decides it. A row that went
-- back, even in part or not finally, is not told as paid; a fee, a hold or a conversion that refers to it takes nothing back. `record`:
-- underWay: PayPal was asked. byItself: the money names its bill and is as much as the bill lets anyone pay, so that a stranger's cent does
-- not tie the bill. confirm: a person has to say that it is for this bill. possible: a person has said so and may record it.
create function recordable_lines(of_company uuid, bills uuid[])
returns table (bill_id uuid, transaction_id uuid, row_id text, amount_minor bigint, moved_at timestamptz, record text)
language sql stable set search_path = public, pg_catalog, pg_temp
as $$
  with line as materialized (
    select l.bill_id, l.transaction_id, l.account_id, l.row_id, sum(l.amount_minor)::bigint as amount_minor, min(l.moved_at) as moved_at,
      bool_and(l.rule = 'number') as named, bool_or(l.rule = 'alias') as by_payer
    from elsewhere_lines(of_company, bills) l group by 1, 2, 3, 4
  )
  select l.bill_id, l.transaction_id, l.row_id, least(l.amount_minor, b.provider_due_minor), l.moved_at,
    case when o.asked then 'underWay' when l.by_payer then 'confirm' when not l.named then 'possible'
      -- What PayPal refused once is not asked again without a person; and where other rows took money from the bill, a person decides.
      when o.refused or l.amount_minor > b.elsewhere_minor then 'confirm'
      when l.amount_minor >= b.provider_due_minor or (b.allow_partial and l.amount_minor >= coalesce(b.minimum_due_minor, 0)) then 'byItself'
      else 'confirm' end
  from line l join bill b on b.company_id = of_company and b.id = l.bill_id
  join paypal_transaction t on t.company_id = of_company and t.id = l.transaction_id
  cross join lateral (
    select coalesce(bool_or(o.state <> 'refused'), false) as asked, count(*) > 0 as refused from operation o
    where o.company_id = of_company and o.bill_id = l.bill_id and o.kind = 'recordPayment' and o.request ->> 'note' = l.row_id) o
  where l.amount_minor > 0 and t.status = 'S' and b.covered_minor > 0 and b.status in ('sent', 'partiallyPaid')
    and b.provider_invoice_id is not null and b.other_currency is null
    and not exists (select from paypal_transaction k where k.company_id = of_company and k.account_id = l.account_id and k.reference_id = l.row_id
      and k.reference_id <> '' and k.gross_minor < 0 and k.status in ('S', 'V', 'P') and k.class not in ('fee', 'hold', 'conversion'))
$$;

alter table notice drop constraint notice_kind_check;
alter table notice add constraint notice_kind_check check (kind in ('newDevice', 'accountStopped', 'approvalAsked', 'approvalDecided', 'disputeOpened',
  'disputeDeadline', 'paymentReceived', 'billRefused', 'exceptionOverdue', 'ruleFailed', 'dailySummary', 'accountSilent', 'statementReady', 'eventAlarm',
  'billProblem'));
