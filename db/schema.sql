-- Made by `npm run schema` from db/migrations. Do not edit. Functions stand in db/functions.

table account_sync (
  company_id uuid not null,
  account_id uuid not null,
  covered tstzmultirange not null default '{}'::tstzmultirange,
  begins_at timestamp with time zone,
  complete_through timestamp with time zone,
  due_at timestamp with time zone not null default now(),
  leased_until timestamp with time zone,
  lease_id uuid,
  failures integer not null default 0,
  failure text not null default ''::text,
  failed_at timestamp with time zone,
  read_at timestamp with time zone not null default now(),
  failing_since timestamp with time zone,
  constraint account_sync_company_id_account_id_fkey FOREIGN KEY (company_id, account_id) REFERENCES paypal_account(company_id, id),
  constraint account_sync_pkey PRIMARY KEY (company_id, account_id)
);
row level security, forced;
policy auth for select to paydesk_auth using true;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant insert, select, update to paydesk_app;
grant select to paydesk_auth;

table app_user (
  company_id uuid not null,
  id uuid not null default new_id(),
  username text not null,
  password_hash text,
  password_changed_at timestamp with time zone,
  name text not null,
  nickname text,
  avatar text,
  profile text,
  email text,
  phone text,
  country text,
  province text,
  city text,
  street text,
  locale text,
  timezone text,
  parent_id uuid,
  status text not null default 'active'::text,
  approval_limits jsonb,
  demo boolean not null default false,
  last_login_at timestamp with time zone,
  last_login_ip text,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  credentials_changed_at timestamp with time zone,
  phone_verified_at timestamp with time zone,
  constraint app_user_approval_limits_check CHECK ((jsonb_typeof(approval_limits) = 'array'::text)),
  constraint app_user_check CHECK ((parent_id <> id)),
  constraint app_user_country_check CHECK ((country ~ '^[A-Z0-9]{2}$'::text)),
  constraint app_user_locale_check CHECK ((locale = ANY (ARRAY['zh-CN'::text, 'en-US'::text]))),
  constraint app_user_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint app_user_status_check CHECK ((status = ANY (ARRAY['invited'::text, 'active'::text, 'disabled'::text]))),
  constraint app_user_username_check CHECK (((length(username) >= 1) AND (length(username) <= 64))),
  constraint app_user_verified_phone_check CHECK (((phone_verified_at IS NULL) OR (phone IS NOT NULL))),
  constraint app_user_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id),
  constraint app_user_company_id_parent_id_fkey FOREIGN KEY (company_id, parent_id) REFERENCES app_user(company_id, id),
  constraint app_user_pkey PRIMARY KEY (company_id, id)
);
CREATE INDEX app_user_email ON public.app_user USING btree (lower(email)) WHERE (email IS NOT NULL);
CREATE INDEX app_user_name ON public.app_user USING btree (company_id, name, id);
CREATE INDEX app_user_parent ON public.app_user USING btree (company_id, parent_id);
CREATE INDEX app_user_phone ON public.app_user USING btree (phone) WHERE (phone IS NOT NULL);
CREATE UNIQUE INDEX app_user_username ON public.app_user USING btree (lower(username));
CREATE UNIQUE INDEX app_user_verified_phone ON public.app_user USING btree (phone) WHERE (phone_verified_at IS NOT NULL);
CREATE TRIGGER forget_phone_proof BEFORE UPDATE ON public.app_user FOR EACH ROW WHEN (((new.phone IS DISTINCT FROM old.phone) AND (NOT (new.phone_verified_at IS DISTINCT FROM old.phone_verified_at)))) EXECUTE FUNCTION forget_phone_proof();
CREATE TRIGGER keep_a_super_admin AFTER UPDATE OF status ON public.app_user FOR EACH ROW WHEN (((old.status = 'active'::text) AND (new.status <> 'active'::text))) EXECUTE FUNCTION keep_a_super_admin();
CREATE TRIGGER keep_user_tree BEFORE UPDATE OF parent_id ON public.app_user FOR EACH ROW WHEN (((new.parent_id IS DISTINCT FROM old.parent_id) AND (new.parent_id IS NOT NULL))) EXECUTE FUNCTION keep_user_tree();
CREATE TRIGGER note_credentials BEFORE UPDATE OF password_hash, email, phone ON public.app_user FOR EACH ROW EXECUTE FUNCTION note_own_credentials();
row level security, forced;
policy auth_read for select to paydesk_auth using true;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant insert, select, update to paydesk_app;
grant select to paydesk_auth;

table approval (
  company_id uuid not null,
  id uuid not null default new_id(),
  kind text not null default 'refund'::text,
  refund_id uuid not null,
  currency text not null,
  amount_minor bigint not null,
  state text not null default 'waiting'::text,
  requested_by uuid not null,
  requested_by_name text not null,
  decided_by uuid,
  decided_by_name text not null default ''::text,
  note text not null default ''::text,
  decided_at timestamp with time zone,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  happened boolean,
  provider_refund_id text,
  reason text not null default ''::text,
  constraint approval_by_another CHECK (((state <> ALL (ARRAY['approved'::text, 'rejected'::text])) OR ((decided_by IS NOT NULL) AND (decided_by <> requested_by)))),
  constraint approval_check CHECK (((state = 'waiting'::text) = (decided_at IS NULL))),
  constraint approval_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint approval_kind_check CHECK ((kind = ANY (ARRAY['refund'::text, 'settleRefund'::text]))),
  constraint approval_settling CHECK ((((kind = 'settleRefund'::text) = (happened IS NOT NULL)) AND ((provider_refund_id IS NOT NULL) = COALESCE(happened, false)))),
  constraint approval_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'approved'::text, 'rejected'::text, 'withdrawn'::text]))),
  constraint approval_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id),
  constraint approval_company_id_refund_id_fkey FOREIGN KEY (company_id, refund_id) REFERENCES refund(company_id, id),
  constraint approval_pkey PRIMARY KEY (company_id, id)
);
CREATE INDEX approval_list ON public.approval USING btree (company_id, created_at DESC, id DESC);
CREATE INDEX approval_refund ON public.approval USING btree (company_id, refund_id);
CREATE INDEX approval_waiting ON public.approval USING btree (company_id, created_at) WHERE (state = 'waiting'::text);
CREATE UNIQUE INDEX approval_of_refund ON public.approval USING btree (company_id, refund_id) WHERE (kind = 'refund'::text);
CREATE UNIQUE INDEX approval_one_settling ON public.approval USING btree (company_id, refund_id) WHERE ((kind = 'settleRefund'::text) AND (state = 'waiting'::text));
row level security, forced;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant insert, select, update to paydesk_app;

table audit_entry (
  company_id uuid not null,
  seq bigint not null default 0,
  at timestamp with time zone not null default now(),
  actor_id uuid,
  actor_name text not null,
  action text not null,
  entity text not null,
  entity_id text not null,
  entity_label text not null default ''::text,
  before jsonb,
  after jsonb,
  address text not null,
  device text not null,
  prev_hash bytea not null default '\x'::bytea,
  hash bytea not null default '\x'::bytea,
  constraint audit_entry_action_check CHECK (((length(action) >= 1) AND (length(action) <= 64))),
  constraint audit_entry_entity_check CHECK (((length(entity) >= 1) AND (length(entity) <= 64))),
  constraint audit_entry_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id),
  constraint audit_entry_pkey PRIMARY KEY (company_id, seq)
);
CREATE INDEX audit_entry_action ON public.audit_entry USING btree (company_id, action, seq DESC);
CREATE INDEX audit_entry_actor ON public.audit_entry USING btree (company_id, actor_id, seq DESC);
CREATE INDEX audit_entry_entity ON public.audit_entry USING btree (company_id, entity, entity_id, seq DESC);
CREATE INDEX audit_entry_security ON public.audit_entry USING btree (company_id, seq) WHERE audit_is_security(action, after);
CREATE INDEX audit_entry_time ON public.audit_entry USING btree (company_id, at DESC, seq DESC);
CREATE TRIGGER audit_append BEFORE INSERT ON public.audit_entry FOR EACH ROW EXECUTE FUNCTION audit_append();
row level security, forced;
policy auth_all for all to paydesk_auth using true with check true;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant insert, select to paydesk_app;
grant select to paydesk_auth;

table audit_head (
  company_id uuid not null,
  seq bigint not null,
  hash bytea not null,
  constraint audit_head_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id),
  constraint audit_head_pkey PRIMARY KEY (company_id)
);
row level security, forced;
policy auth_all for all to paydesk_auth using true with check true;
grant insert, select, update to paydesk_auth;

table avatar (
  company_id uuid not null,
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  type text not null,
  bytes bytea not null,
  created_at timestamp with time zone not null default now(),
  constraint avatar_bytes_check CHECK ((length(bytes) <= 1048576)),
  constraint avatar_type_check CHECK ((type = ANY (ARRAY['image/png'::text, 'image/jpeg'::text, 'image/webp'::text]))),
  constraint avatar_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES app_user(company_id, id) ON DELETE CASCADE,
  constraint avatar_pkey PRIMARY KEY (company_id, id),
  constraint avatar_id_key UNIQUE (id)
);
CREATE INDEX avatar_user ON public.avatar USING btree (company_id, user_id);
row level security, forced;
policy auth_read for select to paydesk_auth using true;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant delete, insert, select to paydesk_app;
grant select to paydesk_auth;

table balance_at (
  company_id uuid not null,
  account_id uuid not null,
  as_of timestamp with time zone not null,
  currency text not null,
  paypal_minor bigint not null,
  ledger_minor bigint not null,
  asked_at timestamp with time zone not null default now(),
  constraint balance_at_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint balance_at_company_id_account_id_fkey FOREIGN KEY (company_id, account_id) REFERENCES paypal_account(company_id, id),
  constraint balance_at_pkey PRIMARY KEY (company_id, account_id, as_of, currency)
);
row level security, forced;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant insert, select, update to paydesk_app;

table balance_proof (
  company_id uuid not null,
  account_id uuid not null,
  currency text not null,
  as_of timestamp with time zone not null,
  paypal_minor bigint not null,
  ledger_minor bigint not null,
  checked_at timestamp with time zone not null default now(),
  pending_minor bigint not null default 0,
  difference_minor bigint not null default ((ledger_minor + pending_minor) - paypal_minor),
  constraint balance_proof_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint balance_proof_company_id_account_id_fkey FOREIGN KEY (company_id, account_id) REFERENCES paypal_account(company_id, id),
  constraint balance_proof_pkey PRIMARY KEY (company_id, account_id, currency)
);
row level security, forced;
policy auth for select to paydesk_auth using true;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant insert, select, update to paydesk_app;
grant select (company_id, account_id, currency, checked_at, difference_minor) to paydesk_auth;

table bill (
  company_id uuid not null,
  id uuid not null default new_id(),
  number text not null,
  title text not null default ''::text,
  customer_id uuid not null,
  customer_name text not null,
  owner_id uuid not null,
  account_id uuid,
  routing_reason text not null default ''::text,
  status text not null default 'draft'::text,
  currency text not null,
  subtotal_minor bigint not null default 0,
  discount_total_minor bigint not null default 0,
  tax_total_minor bigint not null default 0,
  shipping_minor bigint not null default 0,
  total_minor bigint not null,
  paid_minor bigint not null default 0,
  refunded_minor bigint not null default 0,
  due_minor bigint not null,
  fee_minor bigint,
  net_minor bigint,
  allow_partial boolean not null default false,
  minimum_due_minor bigint,
  bill_date date,
  due_date date,
  term text not null default 'onDate'::text,
  tags text[] not null default '{}'::text[],
  provider_status text,
  provider_invoice_id text,
  provider_updated_at timestamp with time zone,
  provider_seen_at timestamp with time zone,
  pay_url text,
  refresh_wanted_at timestamp with time zone,
  operation_id uuid,
  failure jsonb,
  remind_count integer not null default 0,
  reminded_at timestamp with time zone,
  last_action text not null default 'create'::text,
  last_actor text not null default ''::text,
  last_action_at timestamp with time zone not null default now(),
  sent_at timestamp with time zone,
  viewed_at timestamp with time zone,
  paid_at timestamp with time zone,
  cancelled_at timestamp with time zone,
  written_off_at timestamp with time zone,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  provider_looked_at timestamp with time zone,
  elsewhere_minor bigint not null default 0,
  covered_minor bigint not null default 0,
  provider_due_minor bigint default (due_minor + covered_minor),
  other_currency text,
  other_total_minor bigint,
  constraint bill_check CHECK (((refunded_minor >= 0) AND (refunded_minor <= paid_minor))),
  constraint bill_covered CHECK (((elsewhere_minor >= covered_minor) AND (covered_minor >= 0) AND ((due_minor = 0) OR (covered_minor = elsewhere_minor)))),
  constraint bill_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint bill_due_minor_check CHECK ((due_minor >= 0)),
  constraint bill_minimum_due_minor_check CHECK ((minimum_due_minor > 0)),
  constraint bill_number_check CHECK (((length(number) >= 1) AND (length(number) <= 25))),
  constraint bill_other_currency CHECK ((((other_currency IS NULL) = (other_total_minor IS NULL)) AND (other_currency <> currency))),
  constraint bill_other_currency_check CHECK ((other_currency ~ '^[A-Z]{3}$'::text)),
  constraint bill_paid_minor_check CHECK ((paid_minor >= 0)),
  constraint bill_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'scheduled'::text, 'sending'::text, 'sendFailed'::text, 'sent'::text, 'paymentPending'::text, 'partiallyPaid'::text, 'paid'::text, 'partiallyRefunded'::text, 'refunded'::text, 'cancelled'::text, 'writtenOff'::text]))),
  constraint bill_term_check CHECK ((term = ANY (ARRAY['onReceipt'::text, 'net10'::text, 'net15'::text, 'net30'::text, 'net45'::text, 'net60'::text, 'net90'::text, 'onDate'::text, 'none'::text]))),
  constraint bill_total_minor_check CHECK ((total_minor >= 0)),
  constraint bill_company_id_account_id_fkey FOREIGN KEY (company_id, account_id) REFERENCES paypal_account(company_id, id),
  constraint bill_company_id_customer_id_fkey FOREIGN KEY (company_id, customer_id) REFERENCES customer(company_id, id),
  constraint bill_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id),
  constraint bill_company_id_owner_id_fkey FOREIGN KEY (company_id, owner_id) REFERENCES app_user(company_id, id),
  constraint bill_pkey PRIMARY KEY (company_id, id),
  constraint bill_company_id_number_key UNIQUE (company_id, number)
);
CREATE INDEX bill_covered ON public.bill USING btree (company_id, account_id, id) WHERE (covered_minor > 0);
CREATE INDEX bill_customer ON public.bill USING btree (company_id, customer_id, created_at DESC, id DESC) INCLUDE (status, owner_id, currency, total_minor, paid_minor, refunded_minor, due_minor);
CREATE INDEX bill_due ON public.bill USING btree (company_id, due_date, id) INCLUDE (account_id) WHERE ((status = ANY (ARRAY['sent'::text, 'partiallyPaid'::text])) AND (due_minor > 0));
CREATE INDEX bill_list ON public.bill USING btree (company_id, created_at DESC, id DESC) INCLUDE (status, owner_id, customer_id, account_id, currency, due_date, due_minor);
CREATE INDEX bill_other_currency ON public.bill USING btree (company_id) WHERE (other_currency IS NOT NULL);
CREATE INDEX bill_owner ON public.bill USING btree (company_id, owner_id, status, created_at DESC, id DESC) INCLUDE (customer_id, account_id, currency, due_date, due_minor);
CREATE INDEX bill_owner_due ON public.bill USING btree (company_id, owner_id, status, (
CASE
    WHEN (due_date IS NULL) THEN 'infinity'::date
    ELSE due_date
END), id) INCLUDE (account_id, currency, created_at, due_date, due_minor);
CREATE INDEX bill_owner_total ON public.bill USING btree (company_id, owner_id, status, currency, total_minor, id) INCLUDE (account_id, created_at, due_date, due_minor);
CREATE INDEX bill_refresh ON public.bill USING btree (company_id, account_id, refresh_wanted_at) WHERE (refresh_wanted_at IS NOT NULL);
CREATE INDEX bill_status ON public.bill USING btree (company_id, status, created_at DESC, id DESC) INCLUDE (owner_id, customer_id, account_id, currency, due_date, due_minor);
CREATE INDEX bill_status_due ON public.bill USING btree (company_id, status, (
CASE
    WHEN (due_date IS NULL) THEN 'infinity'::date
    ELSE due_date
END), id) INCLUDE (account_id, currency, created_at, due_date, due_minor);
CREATE INDEX bill_status_total ON public.bill USING btree (company_id, status, currency, total_minor, id) INCLUDE (account_id, created_at, due_date, due_minor);
CREATE INDEX bill_unseen ON public.bill USING btree (company_id, account_id, provider_seen_at NULLS FIRST) WHERE (status = ANY (ARRAY['scheduled'::text, 'sent'::text, 'paymentPending'::text, 'partiallyPaid'::text, 'sendFailed'::text, 'writtenOff'::text]));
CREATE UNIQUE INDEX bill_provider ON public.bill USING btree (company_id, account_id, provider_invoice_id) WHERE (provider_invoice_id IS NOT NULL);
CREATE TRIGGER figure_changed_bills AFTER UPDATE ON public.bill REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION figure_bills();
CREATE TRIGGER figure_new_bills AFTER INSERT ON public.bill REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION figure_bills();
row level security, forced;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant insert, select, update to paydesk_app;

table bill_back (
  company_id uuid not null,
  bill_id uuid not null,
  id uuid not null,
  kind text not null,
  currency text not null,
  amount_minor bigint not null,
  fee_minor bigint not null,
  moved_at timestamp with time zone,
  counted_on date not null,
  constraint bill_back_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint bill_back_kind_check CHECK ((kind = ANY (ARRAY['refund'::text, 'reversal'::text, 'chargeback'::text, 'returned'::text, 'external'::text, 'fee'::text]))),
  constraint bill_back_company_id_bill_id_fkey FOREIGN KEY (company_id, bill_id) REFERENCES bill(company_id, id) ON DELETE CASCADE,
  constraint bill_back_pkey PRIMARY KEY (company_id, bill_id, id)
);
CREATE TRIGGER figure_changed_back AFTER UPDATE ON public.bill_back REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION figure_back();
CREATE TRIGGER figure_gone_back AFTER DELETE ON public.bill_back REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT EXECUTE FUNCTION figure_back();
CREATE TRIGGER figure_new_back AFTER INSERT ON public.bill_back REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION figure_back();
row level security, forced;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant delete, insert, select, update to paydesk_app;

table bill_content (
  company_id uuid not null,
  bill_id uuid not null,
  recipient jsonb not null default '{}'::jsonb,
  items jsonb not null default '[]'::jsonb,
  discount jsonb,
  shipping jsonb,
  note text not null default ''::text,
  terms text not null default ''::text,
  memo text not null default ''::text,
  constraint bill_content_company_id_bill_id_fkey FOREIGN KEY (company_id, bill_id) REFERENCES bill(company_id, id) ON DELETE CASCADE,
  constraint bill_content_pkey PRIMARY KEY (company_id, bill_id)
);
row level security, forced;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant insert, select, update to paydesk_app;

table bill_entry (
  company_id uuid not null,
  id uuid not null default new_id(),
  bill_id uuid not null,
  at timestamp with time zone not null default clock_timestamp(),
  source text not null,
  kind text not null,
  actor_id uuid,
  actor_name text not null default ''::text,
  data jsonb not null default '{}'::jsonb,
  constraint bill_entry_source_check CHECK ((source = ANY (ARRAY['person'::text, 'paypal'::text, 'system'::text]))),
  constraint bill_entry_company_id_bill_id_fkey FOREIGN KEY (company_id, bill_id) REFERENCES bill(company_id, id) ON DELETE CASCADE,
  constraint bill_entry_pkey PRIMARY KEY (company_id, id)
);
CREATE INDEX bill_entry_bill ON public.bill_entry USING btree (company_id, bill_id, at, id);
row level security, forced;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant insert, select, update to paydesk_app;

table bill_figure (
  company_id uuid not null,
  owner_id uuid not null,
  kind text not null,
  day date not null,
  currency text not null,
  row_count bigint not null,
  amount_minor bigint not null,
  constraint bill_figure_kind_check CHECK ((kind = ANY (ARRAY['owing'::text, 'settling'::text, 'refused'::text, 'collected'::text, 'fee'::text, 'refunded'::text]))),
  constraint bill_figure_pkey PRIMARY KEY (company_id, owner_id, kind, day, currency)
);
CREATE INDEX bill_figure_gone ON public.bill_figure USING btree (company_id) WHERE ((row_count = 0) AND (amount_minor = 0));
row level security, forced;
policy auth for all to paydesk_auth using true with check true;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant select to paydesk_app;
grant delete, insert, select, update to paydesk_auth;

table bill_figure_delta (
  company_id uuid not null,
  id uuid not null default new_id(),
  owner_id uuid not null,
  kind text not null,
  day date not null,
  currency text not null,
  row_count bigint not null,
  amount_minor bigint not null,
  constraint bill_figure_delta_pkey PRIMARY KEY (company_id, id)
);
row level security, forced;
policy auth for all to paydesk_auth using true with check true;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant insert, select to paydesk_app;
grant delete, select to paydesk_auth;

table bill_number (
  company_id uuid not null,
  prefix text not null,
  last integer not null,
  constraint bill_number_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id),
  constraint bill_number_pkey PRIMARY KEY (company_id, prefix)
);
row level security, forced;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant insert, select, update to paydesk_app;

table bill_payment (
  company_id uuid not null,
  id uuid not null default new_id(),
  bill_id uuid not null,
  account_id uuid,
  provider_payment_id text not null,
  source text not null,
  method text not null default ''::text,
  currency text not null,
  amount_minor bigint not null,
  fee_minor bigint,
  net_minor bigint,
  fee_asked_at timestamp with time zone,
  pending boolean not null default false,
  refunded_minor bigint not null default 0,
  refunding_minor bigint not null default 0,
  paid_on date,
  counted_on date not null,
  note text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  moved_at timestamp with time zone,
  constraint bill_payment_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint bill_payment_refundable CHECK (((refunded_minor + refunding_minor) <= amount_minor)),
  constraint bill_payment_refunded_minor_check CHECK ((refunded_minor >= 0)),
  constraint bill_payment_refunding_minor_check CHECK ((refunding_minor >= 0)),
  constraint bill_payment_source_check CHECK ((source = ANY (ARRAY['paypal'::text, 'external'::text]))),
  constraint bill_payment_company_id_bill_id_fkey FOREIGN KEY (company_id, bill_id) REFERENCES bill(company_id, id) ON DELETE CASCADE,
  constraint bill_payment_pkey PRIMARY KEY (company_id, id),
  constraint bill_payment_company_id_bill_id_provider_payment_id_key UNIQUE (company_id, bill_id, provider_payment_id)
);
CREATE INDEX bill_payment_feeless ON public.bill_payment USING btree (company_id, account_id, created_at) WHERE ((fee_minor IS NULL) AND (source = 'paypal'::text) AND (NOT pending) AND (fee_asked_at IS NULL));
CREATE INDEX bill_payment_provider ON public.bill_payment USING btree (company_id, provider_payment_id);
CREATE INDEX bill_payment_recorded ON public.bill_payment USING btree (company_id, note) WHERE ((source = 'external'::text) AND (note <> ''::text));
CREATE INDEX bill_payment_undated ON public.bill_payment USING btree (company_id, currency, counted_on) WHERE ((moved_at IS NULL) AND (source = 'paypal'::text) AND (NOT pending));
CREATE TRIGGER count_payment_day BEFORE INSERT ON public.bill_payment FOR EACH ROW WHEN ((new.counted_on IS NULL)) EXECUTE FUNCTION count_payment_day();
CREATE TRIGGER figure_changed_payments AFTER UPDATE ON public.bill_payment REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION figure_payments();
CREATE TRIGGER figure_gone_payments AFTER DELETE ON public.bill_payment REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT EXECUTE FUNCTION figure_payments();
CREATE TRIGGER figure_new_payments AFTER INSERT ON public.bill_payment REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION figure_payments();
CREATE TRIGGER money_of_gone_payments AFTER DELETE ON public.bill_payment REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION money_of_payments();
CREATE TRIGGER money_of_new_payments AFTER INSERT ON public.bill_payment REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION money_of_payments();
row level security, forced;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant delete, insert, select, update to paydesk_app;

table bill_refund (
  company_id uuid not null,
  id uuid not null default new_id(),
  bill_id uuid not null,
  provider_refund_id text not null,
  source text not null,
  currency text not null,
  amount_minor bigint not null,
  refunded_on date,
  counted_on date not null,
  created_at timestamp with time zone not null default now(),
  constraint bill_refund_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint bill_refund_source_check CHECK ((source = ANY (ARRAY['paypal'::text, 'external'::text]))),
  constraint bill_refund_company_id_bill_id_fkey FOREIGN KEY (company_id, bill_id) REFERENCES bill(company_id, id) ON DELETE CASCADE,
  constraint bill_refund_pkey PRIMARY KEY (company_id, id),
  constraint bill_refund_company_id_bill_id_provider_refund_id_key UNIQUE (company_id, bill_id, provider_refund_id)
);
CREATE INDEX bill_refund_provider ON public.bill_refund USING btree (company_id, provider_refund_id);
CREATE TRIGGER back_of_gone_listings AFTER DELETE ON public.bill_refund REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION back_of_listings();
CREATE TRIGGER back_of_new_listings AFTER INSERT ON public.bill_refund REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION back_of_listings();
CREATE TRIGGER count_refund_day BEFORE INSERT ON public.bill_refund FOR EACH ROW WHEN ((new.counted_on IS NULL)) EXECUTE FUNCTION count_refund_day();
row level security, forced;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant delete, insert, select, update to paydesk_app;

table bill_search (
  company_id uuid not null,
  bill_id uuid not null,
  text text not null,
  grams integer[] not null,
  constraint bill_search_company_id_bill_id_fkey FOREIGN KEY (company_id, bill_id) REFERENCES bill(company_id, id) ON DELETE CASCADE,
  constraint bill_search_pkey PRIMARY KEY (company_id, bill_id) INCLUDE (text)
);
CREATE INDEX bill_search_grams ON public.bill_search USING gin (grams);
row level security, forced;
policy auth_read for select to paydesk_auth using true;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant insert, select, update to paydesk_app;
grant select to paydesk_auth;

table chat_bot (
  company_id uuid not null,
  id uuid not null,
  url_sealed bytea not null,
  url_last4 text not null,
  secret_sealed bytea,
  sent_at timestamp with time zone,
  failure text not null default ''::text,
  failed_at timestamp with time zone,
  constraint chat_bot_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id),
  constraint chat_bot_pkey PRIMARY KEY (company_id, id)
);
row level security, forced;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant delete, insert, select, update to paydesk_app;

table company (
  id uuid not null default new_id(),
  name text not null,
  legal_name text not null default ''::text,
  code text not null,
  logo text,
  country text not null,
  timezone text not null,
  base_currency text not null,
  status text not null default 'active'::text,
  cell text not null default this_cell(),
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  constraint company_base_currency_check CHECK ((base_currency ~ '^[A-Z]{3}$'::text)),
  constraint company_cell_check CHECK (((length(cell) >= 1) AND (length(cell) <= 40))),
  constraint company_code_check CHECK ((code ~ '^[A-Z0-9]{1,8}$'::text)),
  constraint company_country_check CHECK ((country ~ '^[A-Z0-9]{2}$'::text)),
  constraint company_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint company_status_check CHECK ((status = ANY (ARRAY['active'::text, 'suspended'::text]))),
  constraint company_pkey PRIMARY KEY (id),
  constraint company_code_key UNIQUE (code)
);
CREATE TRIGGER keep_a_super_admin AFTER UPDATE OF status ON public.company FOR EACH ROW WHEN (((old.status = 'active'::text) AND (new.status <> 'active'::text))) EXECUTE FUNCTION keep_a_super_admin();
CREATE TRIGGER tell_company_stopped AFTER UPDATE ON public.company FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION tell_company_stopped();
row level security, forced;
policy auth_read for select to paydesk_auth using true;
policy own_company for select to paydesk_app using ((id = current_company()) OR acting_as_super_admin());
policy super_insert for insert to paydesk_app with check acting_as_super_admin();
policy super_update for update to paydesk_app using acting_as_super_admin() with check acting_as_super_admin();
grant insert, select, update to paydesk_app;
grant select to paydesk_auth;

table company_key (
  company_id uuid not null,
  master_key_id text not null,
  wrapped bytea not null,
  wrapped_at timestamp with time zone not null default now(),
  constraint company_key_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id),
  constraint company_key_pkey PRIMARY KEY (company_id)
);
row level security, forced;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant insert, select to paydesk_app;

table company_setting (
  company_id uuid not null,
  tabs jsonb not null default '{}'::jsonb,
  version integer not null default 1,
  updated_at timestamp with time zone,
  updated_by text,
  constraint company_setting_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id),
  constraint company_setting_pkey PRIMARY KEY (company_id)
);
row level security, forced;
policy auth_read for select to paydesk_auth using true;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant insert, select, update to paydesk_app;
grant select to paydesk_auth;

table customer (
  company_id uuid not null,
  id uuid not null default new_id(),
  name text not null,
  business_name text not null default ''::text,
  email text,
  cc_emails text[] not null default '{}'::text[],
  phone text,
  country text,
  address jsonb not null default '{}'::jsonb,
  language text,
  owner_id uuid not null,
  default_currency text,
  default_account_id uuid,
  tags text[] not null default '{}'::text[],
  note text not null default ''::text,
  merged_into_id uuid,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint customer_business_name_check CHECK ((length(business_name) <= 300)),
  constraint customer_check CHECK ((merged_into_id <> id)),
  constraint customer_country_check CHECK ((country ~ '^[A-Z0-9]{2}$'::text)),
  constraint customer_default_currency_check CHECK ((default_currency ~ '^[A-Z]{3}$'::text)),
  constraint customer_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint customer_note_check CHECK ((length(note) <= 4000)),
  constraint customer_company_id_default_account_id_fkey FOREIGN KEY (company_id, default_account_id) REFERENCES paypal_account(company_id, id),
  constraint customer_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id),
  constraint customer_company_id_merged_into_id_fkey FOREIGN KEY (company_id, merged_into_id) REFERENCES customer(company_id, id),
  constraint customer_company_id_owner_id_fkey FOREIGN KEY (company_id, owner_id) REFERENCES app_user(company_id, id),
  constraint customer_pkey PRIMARY KEY (company_id, id)
);
CREATE INDEX customer_country ON public.customer USING btree (company_id, country, created_at DESC, id DESC) WHERE (merged_into_id IS NULL);
CREATE INDEX customer_email ON public.customer USING btree (company_id, lower(email)) WHERE (merged_into_id IS NULL);
CREATE INDEX customer_list ON public.customer USING btree (company_id, created_at DESC, id DESC) INCLUDE (owner_id) WHERE (merged_into_id IS NULL);
CREATE INDEX customer_merged ON public.customer USING btree (company_id, merged_into_id) WHERE (merged_into_id IS NOT NULL);
CREATE INDEX customer_name ON public.customer USING btree (company_id, lower(name)) WHERE (merged_into_id IS NULL);
CREATE INDEX customer_owner ON public.customer USING btree (company_id, owner_id, created_at DESC, id DESC) WHERE (merged_into_id IS NULL);
CREATE TRIGGER customer_made AFTER INSERT ON public.customer FOR EACH ROW EXECUTE FUNCTION customer_changed();
CREATE TRIGGER customer_renamed AFTER UPDATE OF name, business_name, email, tags, merged_into_id ON public.customer FOR EACH ROW EXECUTE FUNCTION customer_changed();
row level security, forced;
policy auth for select to paydesk_auth using true;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant insert, select, update to paydesk_app;
grant select to paydesk_auth;

table customer_alias (
  company_id uuid not null,
  email text not null,
  customer_id uuid not null,
  source text not null,
  created_at timestamp with time zone not null default now(),
  constraint customer_alias_email_check CHECK ((email = lower(email))),
  constraint customer_alias_source_check CHECK ((source = ANY (ARRAY['manual'::text, 'payment'::text, 'merge'::text]))),
  constraint customer_alias_company_id_customer_id_fkey FOREIGN KEY (company_id, customer_id) REFERENCES customer(company_id, id),
  constraint customer_alias_pkey PRIMARY KEY (company_id, email)
);
CREATE INDEX customer_alias_customer ON public.customer_alias USING btree (company_id, customer_id);
CREATE TRIGGER customer_alias_changed AFTER INSERT OR DELETE OR UPDATE ON public.customer_alias FOR EACH ROW EXECUTE FUNCTION customer_alias_changed();
row level security, forced;
policy auth for select to paydesk_auth using true;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant delete, insert, select, update to paydesk_app;
grant select to paydesk_auth;

table customer_search (
  company_id uuid not null,
  customer_id uuid not null,
  lines text not null,
  grams integer[] not null,
  constraint customer_search_company_id_customer_id_fkey FOREIGN KEY (company_id, customer_id) REFERENCES customer(company_id, id),
  constraint customer_search_pkey PRIMARY KEY (company_id, customer_id)
);
CREATE INDEX customer_search_grams ON public.customer_search USING gin (grams);
row level security, forced;
policy auth for select to paydesk_auth using true;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant delete, insert, select, update to paydesk_app;
grant select to paydesk_auth;

table day_end (
  company_id uuid not null,
  account_id uuid not null,
  ends_at timestamp with time zone not null,
  as_of timestamp with time zone,
  failure text not null default ''::text,
  asked_at timestamp with time zone not null default now(),
  constraint day_end_check CHECK (((as_of IS NOT NULL) OR (failure <> ''::text))),
  constraint day_end_company_id_account_id_fkey FOREIGN KEY (company_id, account_id) REFERENCES paypal_account(company_id, id),
  constraint day_end_pkey PRIMARY KEY (company_id, account_id, ends_at)
);
row level security, forced;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant insert, select, update to paydesk_app;

table dev_mailbox (
  id uuid not null default new_id(),
  channel text not null,
  recipient text not null,
  subject text not null,
  body text not null,
  created_at timestamp with time zone not null default now(),
  constraint dev_mailbox_channel_check CHECK ((channel = ANY (ARRAY['mail'::text, 'sms'::text]))),
  constraint dev_mailbox_pkey PRIMARY KEY (id)
);
grant insert, select to paydesk_app;

table dispute (
  company_id uuid not null,
  id uuid not null default new_id(),
  account_id uuid not null,
  provider_dispute_id text not null,
  provider_payment_id text not null default ''::text,
  bill_id uuid,
  payment_id uuid,
  buyer_name text not null default ''::text,
  reason text not null default ''::text,
  status text not null,
  stage text not null default ''::text,
  channel text not null default ''::text,
  currency text,
  amount_minor bigint,
  outcome text not null default ''::text,
  refunded_minor bigint,
  seller_due_at timestamp with time zone,
  buyer_due_at timestamp with time zone,
  actions text[] not null default '{}'::text[],
  opened_at timestamp with time zone not null,
  provider_updated_at timestamp with time zone not null,
  seen_at timestamp with time zone not null default now(),
  raw jsonb not null,
  operation_id uuid,
  failure jsonb,
  version integer not null default 1,
  constraint dispute_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint dispute_provider_dispute_id_check CHECK (((length(provider_dispute_id) >= 1) AND (length(provider_dispute_id) <= 255))),
  constraint dispute_company_id_account_id_fkey FOREIGN KEY (company_id, account_id) REFERENCES paypal_account(company_id, id),
  constraint dispute_company_id_bill_id_fkey FOREIGN KEY (company_id, bill_id) REFERENCES bill(company_id, id),
  constraint dispute_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id),
  constraint dispute_company_id_payment_id_fkey FOREIGN KEY (company_id, payment_id) REFERENCES bill_payment(company_id, id) ON DELETE SET NULL (payment_id),
  constraint dispute_pkey PRIMARY KEY (company_id, id),
  constraint dispute_company_id_account_id_provider_dispute_id_key UNIQUE (company_id, account_id, provider_dispute_id)
);
CREATE INDEX dispute_bill ON public.dispute USING btree (company_id, bill_id) WHERE (bill_id IS NOT NULL);
CREATE INDEX dispute_deadline ON public.dispute USING btree (company_id, ((status = 'RESOLVED'::text)), seller_due_at, id);
CREATE INDEX dispute_payment ON public.dispute USING btree (company_id, account_id, provider_payment_id) WHERE (bill_id IS NULL);
row level security, forced;
policy auth_read for select to paydesk_auth using true;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant insert, select, update to paydesk_app;
grant select to paydesk_auth;

table dispute_file (
  company_id uuid not null,
  id uuid not null default new_id(),
  dispute_id uuid not null,
  name text not null,
  type text not null,
  bytes bytea not null,
  operation_id uuid,
  actor_name text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  constraint dispute_file_bytes_check CHECK (((length(bytes) >= 1) AND (length(bytes) <= 5242880))),
  constraint dispute_file_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint dispute_file_type_check CHECK ((type = ANY (ARRAY['image/png'::text, 'image/jpeg'::text, 'application/pdf'::text]))),
  constraint dispute_file_company_id_dispute_id_fkey FOREIGN KEY (company_id, dispute_id) REFERENCES dispute(company_id, id),
  constraint dispute_file_pkey PRIMARY KEY (company_id, id)
);
CREATE INDEX dispute_file_dispute ON public.dispute_file USING btree (company_id, dispute_id);
row level security, forced;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant delete, insert, select, update to paydesk_app;

table dispute_reading (
  company_id uuid not null,
  account_id uuid not null,
  complete_through timestamp with time zone not null,
  constraint dispute_reading_company_id_account_id_fkey FOREIGN KEY (company_id, account_id) REFERENCES paypal_account(company_id, id),
  constraint dispute_reading_pkey PRIMARY KEY (company_id, account_id)
);
row level security, forced;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant insert, select, update to paydesk_app;

table event_look (
  company_id uuid not null,
  account_id uuid not null,
  leased_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  rest_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  failures integer not null default 0,
  constraint event_look_company_id_account_id_fkey FOREIGN KEY (company_id, account_id) REFERENCES paypal_account(company_id, id),
  constraint event_look_pkey PRIMARY KEY (company_id, account_id)
);
row level security, forced;
policy auth for select to paydesk_auth using true;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant insert, select, update to paydesk_app;
grant select to paydesk_auth;

table idempotency (
  company_id uuid not null,
  user_id uuid not null,
  key text not null,
  request_hash bytea not null,
  reply jsonb,
  created_at timestamp with time zone not null default now(),
  constraint idempotency_key_check CHECK (((length(key) >= 1) AND (length(key) <= 100))),
  constraint idempotency_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id),
  constraint idempotency_pkey PRIMARY KEY (company_id, user_id, key)
);
CREATE INDEX idempotency_age ON public.idempotency USING btree (created_at);
row level security, forced;
policy auth_sweep for all to paydesk_auth using true;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant insert, select, update to paydesk_app;
grant delete, select to paydesk_auth;

table identity (
  company_id uuid not null,
  id uuid not null default new_id(),
  user_id uuid not null,
  issuer text not null,
  subject text not null,
  label text not null,
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone,
  constraint identity_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES app_user(company_id, id) ON DELETE CASCADE,
  constraint identity_pkey PRIMARY KEY (company_id, id),
  constraint identity_issuer_subject_key UNIQUE (issuer, subject)
);
CREATE INDEX identity_user ON public.identity USING btree (company_id, user_id, created_at);
CREATE TRIGGER note_credentials AFTER INSERT OR DELETE ON public.identity FOR EACH ROW EXECUTE FUNCTION note_credentials();
row level security, forced;
policy auth_read for select to paydesk_auth using true;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant delete, insert, select, update to paydesk_app;
grant select to paydesk_auth;

table installation (
  id smallint not null default 1,
  system_identifier text not null,
  beat_at timestamp with time zone not null default now(),
  backed_up_at timestamp with time zone,
  begun_at timestamp with time zone not null default now(),
  quarantined_at timestamp with time zone,
  why text not null default ''::text,
  restored_to timestamp with time zone,
  left_at timestamp with time zone,
  left_by text not null default ''::text,
  constraint installation_check CHECK (((quarantined_at IS NULL) OR (restored_to IS NOT NULL))),
  constraint installation_id_check CHECK ((id = 1)),
  constraint installation_pkey PRIMARY KEY (id)
);
grant select, update to paydesk_app;
grant select to paydesk_auth;

table invitation (
  company_id uuid not null,
  id uuid not null default new_id(),
  user_id uuid not null,
  token_hash bytea not null,
  expires_at timestamp with time zone not null,
  accepted_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint invitation_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES app_user(company_id, id) ON DELETE CASCADE,
  constraint invitation_pkey PRIMARY KEY (company_id, id),
  constraint invitation_token_hash_key UNIQUE (token_hash)
);
CREATE INDEX invitation_user ON public.invitation USING btree (company_id, user_id, created_at DESC);
row level security, forced;
policy auth_read for select to paydesk_auth using true;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant insert, select, update to paydesk_app;
grant select to paydesk_auth;

table journal (
  company_id uuid not null,
  id uuid not null default new_id(),
  account_id uuid not null,
  transaction_id uuid,
  kind text not null,
  effective_at timestamp with time zone not null,
  posted_at timestamp with time zone not null default now(),
  constraint journal_kind_check CHECK ((kind = ANY (ARRAY['row'::text, 'change'::text, 'match'::text, 'opening'::text, 'correction'::text]))),
  constraint journal_company_id_account_id_fkey FOREIGN KEY (company_id, account_id) REFERENCES paypal_account(company_id, id),
  constraint journal_pkey PRIMARY KEY (company_id, id)
);
CREATE INDEX journal_effective ON public.journal USING btree (company_id, account_id, effective_at);
CREATE INDEX journal_transaction ON public.journal USING btree (company_id, transaction_id) WHERE (transaction_id IS NOT NULL);
CREATE TRIGGER follow_journals AFTER INSERT ON public.journal REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION follow_journals();
row level security, forced;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant insert, select to paydesk_app;

table known_device (
  company_id uuid not null,
  user_id uuid not null,
  token_hash bytea not null,
  last_used_at timestamp with time zone not null default now(),
  constraint known_device_token_hash_check CHECK ((length(token_hash) = 32)),
  constraint known_device_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES app_user(company_id, id),
  constraint known_device_pkey PRIMARY KEY (company_id, user_id, token_hash)
);
CREATE INDEX known_device_used ON public.known_device USING btree (last_used_at);
row level security, forced;
policy auth_sweep for all to paydesk_auth using true;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant delete, insert, select, update to paydesk_app;
grant delete, select to paydesk_auth;

table ledger_balance (
  company_id uuid not null,
  account_id uuid not null,
  currency text not null,
  book text not null,
  balance_minor bigint not null,
  constraint ledger_balance_pkey PRIMARY KEY (company_id, account_id, currency, book)
);
row level security, forced;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant insert, select, update to paydesk_app;

table limit_change (
  company_id uuid not null,
  id uuid not null default new_id(),
  user_id uuid,
  before jsonb,
  after jsonb,
  state text not null default 'waiting'::text,
  asked_by uuid not null,
  asked_by_name text not null,
  asked_at timestamp with time zone not null default now(),
  decided_by uuid,
  decided_by_name text,
  decided_at timestamp with time zone,
  constraint limit_change_by_another CHECK (((state <> ALL (ARRAY['approved'::text, 'rejected'::text])) OR ((decided_by IS NOT NULL) AND (decided_by <> asked_by)))),
  constraint limit_change_check CHECK (((state = 'waiting'::text) = (decided_at IS NULL))),
  constraint limit_change_of_another CHECK ((((state <> 'approved'::text) OR (user_id IS NULL) OR (decided_by <> user_id)) AND ((user_id IS NULL) OR (asked_by <> user_id)))),
  constraint limit_change_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'approved'::text, 'rejected'::text, 'withdrawn'::text]))),
  constraint limit_change_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id),
  constraint limit_change_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES app_user(company_id, id),
  constraint limit_change_pkey PRIMARY KEY (company_id, id)
);
CREATE INDEX limit_change_newest ON public.limit_change USING btree (company_id, asked_at DESC, id DESC);
CREATE UNIQUE INDEX limit_change_waiting ON public.limit_change USING btree (company_id, user_id) NULLS NOT DISTINCT WHERE (state = 'waiting'::text);
row level security, forced;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant insert, select, update to paydesk_app;

table list_choice (
  company_id uuid not null,
  user_id uuid not null,
  list text not null,
  columns text[],
  default_view_id uuid,
  constraint list_choice_list_check CHECK (((length(list) >= 1) AND (length(list) <= 40))),
  constraint list_choice_company_id_default_view_id_fkey FOREIGN KEY (company_id, default_view_id) REFERENCES list_view(company_id, id) ON DELETE SET NULL (default_view_id),
  constraint list_choice_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id),
  constraint list_choice_pkey PRIMARY KEY (company_id, user_id, list)
);
CREATE INDEX list_choice_view ON public.list_choice USING btree (company_id, default_view_id) WHERE (default_view_id IS NOT NULL);
row level security, forced;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant delete, insert, select, update to paydesk_app;

table list_view (
  company_id uuid not null,
  id uuid not null default new_id(),
  owner_id uuid not null,
  owner_name text not null,
  list text not null,
  name text not null,
  query text not null,
  columns text[],
  shared boolean not null default false,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  constraint list_view_list_check CHECK (((length(list) >= 1) AND (length(list) <= 40))),
  constraint list_view_name_check CHECK (((length(name) >= 1) AND (length(name) <= 50))),
  constraint list_view_query_check CHECK ((length(query) <= 2000)),
  constraint list_view_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id),
  constraint list_view_pkey PRIMARY KEY (company_id, id)
);
CREATE INDEX list_view_shared ON public.list_view USING btree (company_id, list) WHERE shared;
CREATE UNIQUE INDEX list_view_name ON public.list_view USING btree (company_id, list, owner_id, lower(name));
row level security, forced;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant delete, insert, select, update to paydesk_app;

table login_throttle (
  key text not null,
  attempts integer not null,
  window_ends_at timestamp with time zone not null,
  constraint login_throttle_pkey PRIMARY KEY (key)
);
CREATE INDEX login_throttle_ends ON public.login_throttle USING btree (window_ends_at);
grant delete, insert, select, update to paydesk_app;

table match_line (
  company_id uuid not null,
  id uuid not null default new_id(),
  transaction_id uuid not null,
  bill_id uuid,
  amount_minor bigint not null,
  deduction_minor bigint not null default 0,
  reason text not null default ''::text,
  rule text not null,
  actor_id uuid,
  actor_name text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  constraint match_line_amount_minor_check CHECK ((amount_minor <> 0)),
  constraint match_line_check CHECK (((bill_id IS NOT NULL) OR ((deduction_minor = 0) AND (reason <> ''::text)))),
  constraint match_line_deduction_minor_check CHECK ((deduction_minor >= 0)),
  constraint match_line_rule_check CHECK ((rule = ANY (ARRAY['payment'::text, 'invoice'::text, 'number'::text, 'alias'::text, 'reference'::text, 'manual'::text]))),
  constraint match_line_company_id_bill_id_fkey FOREIGN KEY (company_id, bill_id) REFERENCES bill(company_id, id),
  constraint match_line_company_id_transaction_id_fkey FOREIGN KEY (company_id, transaction_id) REFERENCES paypal_transaction(company_id, id),
  constraint match_line_pkey PRIMARY KEY (company_id, id)
);
CREATE INDEX match_line_bill ON public.match_line USING btree (company_id, bill_id) WHERE (bill_id IS NOT NULL);
CREATE INDEX match_line_transaction ON public.match_line USING btree (company_id, transaction_id);
CREATE TRIGGER elsewhere_of_gone_lines AFTER DELETE ON public.match_line REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION elsewhere_of_lines();
CREATE TRIGGER elsewhere_of_new_lines AFTER INSERT ON public.match_line REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION elsewhere_of_lines();
row level security, forced;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant delete, insert, select to paydesk_app;

table message (
  company_id uuid not null,
  id uuid not null default new_id(),
  user_id uuid,
  channel text not null,
  recipient text not null,
  template text not null,
  language text not null,
  params bytea,
  created_at timestamp with time zone not null default now(),
  sent_at timestamp with time zone,
  withheld_at timestamp with time zone,
  constraint message_channel_check CHECK ((channel = ANY (ARRAY['mail'::text, 'sms'::text]))),
  constraint message_language_check CHECK ((language = ANY (ARRAY['zh-CN'::text, 'en-US'::text]))),
  constraint message_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES app_user(company_id, id) ON DELETE CASCADE,
  constraint message_pkey PRIMARY KEY (company_id, id)
);
CREATE INDEX message_age ON public.message USING btree (created_at);
row level security, forced;
policy auth_sweep for all to paydesk_auth using true;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant insert, select, update to paydesk_app;
grant delete, select to paydesk_auth;

table notice (
  company_id uuid not null,
  id uuid not null default new_id(),
  user_id uuid not null,
  kind text not null,
  subject_id uuid not null,
  data jsonb not null,
  read_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint notice_kind_check CHECK ((kind = ANY (ARRAY['newDevice'::text, 'accountStopped'::text, 'approvalAsked'::text, 'approvalDecided'::text, 'disputeOpened'::text, 'disputeDeadline'::text, 'paymentReceived'::text, 'billRefused'::text, 'exceptionOverdue'::text, 'ruleFailed'::text, 'dailySummary'::text, 'accountSilent'::text, 'statementReady'::text, 'eventAlarm'::text, 'billProblem'::text, 'problemFound'::text, 'securityChange'::text, 'securityAlarm'::text, 'powerUsed'::text, 'limitChangeAsked'::text, 'limitChangeDecided'::text]))),
  constraint notice_pkey PRIMARY KEY (company_id, id),
  constraint notice_company_id_user_id_kind_subject_id_key UNIQUE (company_id, user_id, kind, subject_id)
);
CREATE INDEX notice_list ON public.notice USING btree (company_id, user_id, created_at DESC, id DESC);
CREATE INDEX notice_unread ON public.notice USING btree (company_id, user_id) WHERE (read_at IS NULL);
row level security, forced;
policy auth for all to paydesk_auth using true with check true;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant insert, select, update to paydesk_app;
grant delete, select to paydesk_auth;

table notice_delivery (
  company_id uuid not null,
  id uuid not null default new_id(),
  channel text not null,
  target_id uuid not null,
  kind text not null,
  subject_id uuid not null,
  data jsonb not null,
  created_at timestamp with time zone not null default now(),
  due_at timestamp with time zone not null,
  batch_id uuid,
  tries integer not null default 0,
  sent_at timestamp with time zone,
  withheld_at timestamp with time zone,
  constraint notice_delivery_channel_check CHECK ((channel = ANY (ARRAY['mail'::text, 'companyMail'::text, 'chat'::text]))),
  constraint notice_delivery_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id),
  constraint notice_delivery_pkey PRIMARY KEY (company_id, id),
  constraint notice_delivery_company_id_channel_target_id_kind_subject_i_key UNIQUE (company_id, channel, target_id, kind, subject_id)
);
CREATE INDEX notice_delivery_age ON public.notice_delivery USING btree (created_at);
CREATE INDEX notice_delivery_batch ON public.notice_delivery USING btree (company_id, batch_id) WHERE (batch_id IS NOT NULL);
CREATE INDEX notice_delivery_due ON public.notice_delivery USING btree (due_at) WHERE (batch_id IS NULL);
row level security, forced;
policy auth for all to paydesk_auth using true with check true;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant delete, insert, select, update to paydesk_app;
grant delete, select, update to paydesk_auth;

table notification_choice (
  company_id uuid not null,
  user_id uuid not null,
  choices jsonb not null,
  digest_hour smallint,
  quiet_from smallint,
  quiet_to smallint,
  version integer not null default 1,
  constraint notification_choice_check CHECK ((((quiet_from IS NULL) = (quiet_to IS NULL)) AND (quiet_from <> quiet_to))),
  constraint notification_choice_digest_hour_check CHECK (((digest_hour >= 0) AND (digest_hour <= 23))),
  constraint notification_choice_quiet_from_check CHECK (((quiet_from >= 0) AND (quiet_from <= 23))),
  constraint notification_choice_quiet_to_check CHECK (((quiet_to >= 0) AND (quiet_to <= 23))),
  constraint notification_choice_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES app_user(company_id, id) ON DELETE CASCADE,
  constraint notification_choice_pkey PRIMARY KEY (company_id, user_id)
);
row level security, forced;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant insert, select, update to paydesk_app;

table opening_row (
  company_id uuid not null,
  account_id uuid not null,
  provider_transaction_id text not null,
  event_code text not null,
  occurred_at timestamp with time zone not null,
  gross_minor bigint not null,
  currency text not null,
  opening_minor bigint not null,
  net_minor bigint not null,
  provider_updated_at timestamp with time zone not null,
  pending boolean not null default false,
  constraint opening_row_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint opening_row_company_id_account_id_fkey FOREIGN KEY (company_id, account_id) REFERENCES paypal_account(company_id, id),
  constraint opening_row_pkey PRIMARY KEY (company_id, account_id, provider_transaction_id, event_code, occurred_at, gross_minor, currency)
);
row level security, forced;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant insert, select, update to paydesk_app;

table operation (
  company_id uuid not null,
  id uuid not null default new_id(),
  account_id uuid not null,
  bill_id uuid,
  refund_id uuid,
  dispute_id uuid,
  kind text not null,
  request jsonb not null default '{}'::jsonb,
  client_id text,
  state text not null default 'ready'::text,
  calls integer not null default 0,
  looks integer not null default 0,
  due_at timestamp with time zone not null default now(),
  unknown_since timestamp with time zone,
  outcome jsonb,
  actor_id uuid,
  actor_name text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  constraint operation_kind_check CHECK ((kind = ANY (ARRAY['createInvoice'::text, 'updateInvoice'::text, 'sendInvoice'::text, 'remindInvoice'::text, 'cancelInvoice'::text, 'deleteInvoice'::text, 'recordPayment'::text, 'refundPayment'::text, 'provideEvidence'::text, 'acceptClaim'::text, 'makeOffer'::text, 'sendMessage'::text, 'escalate'::text, 'appeal'::text, 'acknowledgeReturn'::text]))),
  constraint operation_state_check CHECK ((state = ANY (ARRAY['ready'::text, 'running'::text, 'unknown'::text, 'done'::text, 'refused'::text]))),
  constraint operation_company_id_account_id_fkey FOREIGN KEY (company_id, account_id) REFERENCES paypal_account(company_id, id),
  constraint operation_company_id_bill_id_fkey FOREIGN KEY (company_id, bill_id) REFERENCES bill(company_id, id),
  constraint operation_company_id_dispute_id_fkey FOREIGN KEY (company_id, dispute_id) REFERENCES dispute(company_id, id),
  constraint operation_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id),
  constraint operation_company_id_refund_id_fkey FOREIGN KEY (company_id, refund_id) REFERENCES refund(company_id, id),
  constraint operation_pkey PRIMARY KEY (company_id, id)
);
CREATE INDEX operation_bill ON public.operation USING btree (company_id, bill_id, created_at);
CREATE INDEX operation_dispute ON public.operation USING btree (company_id, dispute_id, created_at) WHERE (dispute_id IS NOT NULL);
CREATE INDEX operation_list ON public.operation USING btree (company_id, created_at DESC, id DESC) INCLUDE (state, kind, account_id);
CREATE INDEX operation_open ON public.operation USING btree (company_id, due_at) WHERE (state = ANY (ARRAY['ready'::text, 'running'::text, 'unknown'::text]));
row level security, forced;
policy auth for select to paydesk_auth using true;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant insert, select, update to paydesk_app;
grant select (company_id, kind, state, due_at, unknown_since) to paydesk_auth;

table passkey (
  company_id uuid not null,
  id uuid not null default new_id(),
  user_id uuid not null,
  name text not null,
  credential_id bytea not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}'::text[],
  synced boolean not null,
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone,
  constraint passkey_name_check CHECK (((length(name) >= 1) AND (length(name) <= 50))),
  constraint passkey_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES app_user(company_id, id) ON DELETE CASCADE,
  constraint passkey_pkey PRIMARY KEY (company_id, id),
  constraint passkey_credential_id_key UNIQUE (credential_id)
);
CREATE INDEX passkey_user ON public.passkey USING btree (company_id, user_id, created_at);
CREATE TRIGGER note_credentials AFTER INSERT OR DELETE ON public.passkey FOR EACH ROW EXECUTE FUNCTION note_credentials();
row level security, forced;
policy auth_read for select to paydesk_auth using true;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant delete, insert, select, update to paydesk_app;
grant select to paydesk_auth;

table paypal_account (
  company_id uuid not null,
  id uuid not null default new_id(),
  label text not null,
  email text not null,
  environment text not null,
  merchant_id text,
  client_id text not null default ''::text,
  secret_sealed bytea,
  secret_last4 text not null default ''::text,
  secret_changed_at timestamp with time zone,
  webhook_id text,
  lookup_id text,
  scopes text[] not null default '{}'::text[],
  scopes_read_at timestamp with time zone,
  currencies text[] not null default '{}'::text[],
  primary_currency text,
  state text not null default 'active'::text,
  state_reason text not null default ''::text,
  state_detail text not null default ''::text,
  state_changed_at timestamp with time zone not null default now(),
  priority integer not null default 100,
  daily_count integer,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint paypal_account_daily_count_check CHECK ((daily_count > 0)),
  constraint paypal_account_environment_check CHECK ((environment = ANY (ARRAY['sandbox'::text, 'live'::text]))),
  constraint paypal_account_label_check CHECK (((length(label) >= 1) AND (length(label) <= 100))),
  constraint paypal_account_primary_currency_check CHECK ((primary_currency ~ '^[A-Z]{3}$'::text)),
  constraint paypal_account_priority_check CHECK (((priority >= 1) AND (priority <= 1000))),
  constraint paypal_account_state_check CHECK ((state = ANY (ARRAY['active'::text, 'paused'::text, 'limited'::text, 'disconnected'::text, 'archived'::text]))),
  constraint paypal_account_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id),
  constraint paypal_account_pkey PRIMARY KEY (company_id, id)
);
CREATE INDEX paypal_account_id ON public.paypal_account USING btree (id);
CREATE UNIQUE INDEX paypal_account_client ON public.paypal_account USING btree (company_id, environment, client_id) WHERE ((client_id <> ''::text) AND (state <> 'archived'::text));
CREATE UNIQUE INDEX paypal_account_merchant ON public.paypal_account USING btree (company_id, environment, merchant_id) WHERE ((merchant_id IS NOT NULL) AND (state <> 'archived'::text));
row level security, forced;
policy auth_read for select to paydesk_auth using true;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant insert, select, update to paydesk_app;
grant select to paydesk_auth;

table paypal_account_allowance (
  company_id uuid not null,
  account_id uuid not null,
  kind text not null,
  busy_until timestamp with time zone,
  held_until timestamp with time zone,
  turn_at timestamp with time zone,
  turns timestamp with time zone[] not null default '{}'::timestamp with time zone[],
  per_minute integer not null,
  constraint paypal_account_allowance_kind_check CHECK ((kind = ANY (ARRAY['reporting'::text, 'look'::text, 'act'::text]))),
  constraint paypal_account_allowance_company_id_account_id_fkey FOREIGN KEY (company_id, account_id) REFERENCES paypal_account(company_id, id),
  constraint paypal_account_allowance_pkey PRIMARY KEY (company_id, account_id, kind)
);
row level security, forced;
policy auth for select to paydesk_auth using true;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant insert, select, update to paydesk_app;
grant select (company_id, account_id, kind, held_until, turns, per_minute) to paydesk_auth;

table paypal_account_health (
  company_id uuid not null,
  account_id uuid not null,
  token_ok_at timestamp with time zone,
  token_failed_at timestamp with time zone,
  token_failure text not null default ''::text,
  webhook_ok_at timestamp with time zone,
  webhook_failed_at timestamp with time zone,
  webhook_failure text not null default ''::text,
  last_event_at timestamp with time zone,
  checked_at timestamp with time zone,
  checking_until timestamp with time zone,
  swept_at timestamp with time zone,
  hold_until timestamp with time zone,
  constraint paypal_account_health_company_id_account_id_fkey FOREIGN KEY (company_id, account_id) REFERENCES paypal_account(company_id, id),
  constraint paypal_account_health_pkey PRIMARY KEY (company_id, account_id)
);
row level security, forced;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant delete, insert, select, update to paydesk_app;

table paypal_account_limit (
  company_id uuid not null,
  account_id uuid not null,
  currency text not null,
  bill_min_minor bigint,
  bill_max_minor bigint,
  daily_minor bigint,
  monthly_minor bigint,
  constraint paypal_account_limit_bill_max_minor_check CHECK ((bill_max_minor >= 0)),
  constraint paypal_account_limit_bill_min_minor_check CHECK ((bill_min_minor >= 0)),
  constraint paypal_account_limit_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint paypal_account_limit_daily_minor_check CHECK ((daily_minor >= 0)),
  constraint paypal_account_limit_monthly_minor_check CHECK ((monthly_minor >= 0)),
  constraint paypal_account_limit_company_id_account_id_fkey FOREIGN KEY (company_id, account_id) REFERENCES paypal_account(company_id, id),
  constraint paypal_account_limit_pkey PRIMARY KEY (company_id, account_id, currency)
);
row level security, forced;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant delete, insert, select, update to paydesk_app;

table paypal_account_usage (
  company_id uuid not null,
  account_id uuid not null,
  currency text not null,
  day date not null,
  amount_minor bigint not null default 0,
  bill_count integer not null default 0,
  constraint paypal_account_usage_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint paypal_account_usage_company_id_account_id_fkey FOREIGN KEY (company_id, account_id) REFERENCES paypal_account(company_id, id),
  constraint paypal_account_usage_pkey PRIMARY KEY (company_id, account_id, day, currency)
);
row level security, forced;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant delete, insert, select, update to paydesk_app;

table paypal_address_allowance (
  address text not null,
  kind text not null,
  busy_until timestamp with time zone,
  held_until timestamp with time zone,
  constraint paypal_address_allowance_address_check CHECK (((length(address) >= 1) AND (length(address) <= 100))),
  constraint paypal_address_allowance_kind_check CHECK ((kind = ANY (ARRAY['reporting'::text, 'look'::text, 'act'::text]))),
  constraint paypal_address_allowance_pkey PRIMARY KEY (address, kind)
);
grant insert, select, update to paydesk_app;
grant select to paydesk_auth;

table paypal_alarm (
  company_id uuid not null,
  id uuid not null default new_id(),
  account_id uuid not null,
  kind text not null,
  event_id text not null,
  event_type text not null,
  resource_id text,
  transmission_id text not null,
  detail text not null default ''::text,
  raised_at timestamp with time zone not null default now(),
  constraint paypal_alarm_kind_check CHECK ((kind = ANY (ARRAY['notBorneOut'::text, 'transmissionReused'::text, 'eventRewritten'::text, 'inFuture'::text]))),
  constraint paypal_alarm_company_id_account_id_fkey FOREIGN KEY (company_id, account_id) REFERENCES paypal_account(company_id, id),
  constraint paypal_alarm_pkey PRIMARY KEY (company_id, id)
);
CREATE INDEX paypal_alarm_list ON public.paypal_alarm USING btree (company_id, raised_at DESC, id DESC);
CREATE UNIQUE INDEX paypal_alarm_once ON public.paypal_alarm USING btree (company_id, account_id, kind, transmission_id);
row level security, forced;
policy auth for select to paydesk_auth using true;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant insert, select to paydesk_app;
grant select (company_id, kind, raised_at) to paydesk_auth;

table paypal_balance (
  company_id uuid not null,
  account_id uuid not null,
  currency text not null,
  total_minor bigint not null,
  available_minor bigint,
  withheld_minor bigint,
  as_of timestamp with time zone not null,
  constraint paypal_balance_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint paypal_balance_company_id_account_id_fkey FOREIGN KEY (company_id, account_id) REFERENCES paypal_account(company_id, id),
  constraint paypal_balance_pkey PRIMARY KEY (company_id, account_id, currency)
);
row level security, forced;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant delete, insert, select, update to paydesk_app;

table paypal_event (
  company_id uuid not null,
  account_id uuid not null,
  event_id text not null,
  event_type text not null,
  resource_type text not null default ''::text,
  resource_id text,
  created_at timestamp with time zone,
  received_at timestamp with time zone not null default now(),
  transmission_id text not null default ''::text,
  raw bytea not null,
  body_at timestamp with time zone,
  digest bytea,
  constraint paypal_event_event_id_check CHECK (((length(event_id) >= 1) AND (length(event_id) <= 100))),
  constraint paypal_event_company_id_account_id_fkey FOREIGN KEY (company_id, account_id) REFERENCES paypal_account(company_id, id),
  constraint paypal_event_pkey PRIMARY KEY (company_id, account_id, event_id)
);
CREATE INDEX paypal_event_list ON public.paypal_event USING btree (company_id, received_at DESC, event_id DESC) INCLUDE (account_id, event_type, resource_id);
CREATE INDEX paypal_event_raw_left ON public.paypal_event USING btree (company_id, received_at) WHERE (raw <> '\x'::bytea);
CREATE INDEX paypal_event_resource ON public.paypal_event USING btree (company_id, resource_id) WHERE (resource_id IS NOT NULL);
CREATE UNIQUE INDEX paypal_event_transmission ON public.paypal_event USING btree (company_id, account_id, transmission_id) WHERE (transmission_id <> ''::text);
row level security, forced;
policy auth for all to paydesk_auth using true with check true;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant insert, select to paydesk_app;
grant select to paydesk_auth;
grant update (raw, body_at, digest) to paydesk_auth;

table paypal_event_body (
  company_id uuid not null,
  account_id uuid not null,
  event_id text not null,
  received_at timestamp with time zone not null,
  raw bytea not null,
  constraint paypal_event_body_pkey PRIMARY KEY (company_id, account_id, event_id, received_at)
) partition by RANGE (received_at);
row level security, forced;
policy auth for all to paydesk_auth using true;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant insert, select to paydesk_app;
grant delete, select to paydesk_auth;

table paypal_event_body_since (
  begins_at timestamp with time zone not null
);
grant select to paydesk_app;

table paypal_event_outcome (
  company_id uuid not null,
  account_id uuid not null,
  event_id text not null,
  outcome text not null,
  reason text not null default ''::text,
  bill_id uuid,
  at timestamp with time zone not null default now(),
  constraint paypal_event_outcome_outcome_check CHECK ((outcome = ANY (ARRAY['confirmed'::text, 'unconfirmed'::text, 'notOurs'::text, 'failed'::text, 'applied'::text, 'stale'::text, 'fetched'::text]))),
  constraint paypal_event_outcome_pkey PRIMARY KEY (company_id, account_id, event_id)
);
row level security, forced;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant insert, select, update to paydesk_app;

table paypal_event_todo (
  company_id uuid not null,
  account_id uuid not null,
  event_id text not null,
  due_at timestamp with time zone not null default now(),
  tries integer not null default 0,
  since timestamp with time zone default now(),
  constraint paypal_event_todo_pkey PRIMARY KEY (company_id, account_id, event_id)
);
CREATE INDEX paypal_event_todo_account ON public.paypal_event_todo USING btree (company_id, account_id, due_at);
row level security, forced;
policy auth for select to paydesk_auth using true;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant delete, insert, select, update to paydesk_app;
grant select to paydesk_auth;

table paypal_transaction (
  company_id uuid not null,
  id uuid not null default new_id(),
  account_id uuid not null,
  provider_transaction_id text not null,
  event_code text not null,
  class text not null,
  status text not null,
  pending_reason text not null default ''::text,
  currency text not null,
  gross_minor bigint not null,
  fee_minor bigint not null default 0,
  net_minor bigint not null default (gross_minor + fee_minor),
  ending_balance_minor bigint,
  invoice_id text not null default ''::text,
  custom_field text not null default ''::text,
  paypal_invoice_id text not null default ''::text,
  payer_id text not null default ''::text,
  payer_email text not null default ''::text,
  payer_name text not null default ''::text,
  payer_country text not null default ''::text,
  reference_id text not null default ''::text,
  reference_type text not null default ''::text,
  subject text not null default ''::text,
  note text not null default ''::text,
  group_id uuid,
  occurred_at timestamp with time zone not null,
  provider_updated_at timestamp with time zone not null,
  first_seen_via text not null,
  synced_at timestamp with time zone,
  match_state text not null default 'unmatched'::text,
  matched_minor bigint not null default 0,
  match_reason text not null default ''::text,
  matched_by text not null default ''::text,
  matched_at timestamp with time zone,
  assignee_id uuid,
  created_at timestamp with time zone not null default now(),
  version integer not null default 1,
  settled_at timestamp with time zone,
  pending_at timestamp with time zone,
  found_at timestamp with time zone,
  moved_at timestamp with time zone,
  constraint paypal_transaction_check CHECK (((abs(matched_minor) <= abs(gross_minor)) AND (((matched_minor)::double precision * sign((gross_minor)::double precision)) >= (0)::double precision))),
  constraint paypal_transaction_class_check CHECK ((class = ANY (ARRAY['payment'::text, 'paymentSent'::text, 'refund'::text, 'reversal'::text, 'chargeback'::text, 'fee'::text, 'conversion'::text, 'transfer'::text, 'hold'::text, 'adjustment'::text, 'other'::text]))),
  constraint paypal_transaction_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint paypal_transaction_event_code_check CHECK ((event_code ~ '^T[0-9]{4}$'::text)),
  constraint paypal_transaction_first_seen_via_check CHECK ((first_seen_via = ANY (ARRAY['event'::text, 'sync'::text]))),
  constraint paypal_transaction_match_state_check CHECK ((match_state = ANY (ARRAY['notNeeded'::text, 'unmatched'::text, 'auto'::text, 'manual'::text, 'ignored'::text]))),
  constraint paypal_transaction_provider_transaction_id_check CHECK (((length(provider_transaction_id) >= 1) AND (length(provider_transaction_id) <= 64))),
  constraint paypal_transaction_status_check CHECK ((status = ANY (ARRAY['D'::text, 'P'::text, 'S'::text, 'V'::text]))),
  constraint paypal_transaction_company_id_account_id_fkey FOREIGN KEY (company_id, account_id) REFERENCES paypal_account(company_id, id),
  constraint paypal_transaction_company_id_assignee_id_fkey FOREIGN KEY (company_id, assignee_id) REFERENCES app_user(company_id, id),
  constraint paypal_transaction_pkey PRIMARY KEY (company_id, id),
  constraint paypal_transaction_company_id_account_id_provider_transacti_key UNIQUE (company_id, account_id, provider_transaction_id, event_code, occurred_at, gross_minor, currency)
);
CREATE INDEX paypal_transaction_account ON public.paypal_transaction USING btree (company_id, account_id, occurred_at DESC, id DESC) INCLUDE (class, status, currency, match_state, group_id, gross_minor, fee_minor);
CREATE INDEX paypal_transaction_doubt ON public.paypal_transaction USING btree (company_id, account_id, occurred_at) WHERE ((status = ANY (ARRAY['S'::text, 'V'::text])) AND (settled_at > occurred_at) AND (found_at IS NULL));
CREATE INDEX paypal_transaction_gross ON public.paypal_transaction USING btree (company_id, currency, class, gross_minor, id) INCLUDE (account_id, status, match_state, group_id, occurred_at);
CREATE INDEX paypal_transaction_gross_alone ON public.paypal_transaction USING btree (company_id, currency, gross_minor, id) INCLUDE (account_id, class, status, match_state, occurred_at) WHERE (group_id IS NULL);
CREATE INDEX paypal_transaction_group ON public.paypal_transaction USING btree (company_id, group_id) WHERE (group_id IS NOT NULL);
CREATE INDEX paypal_transaction_invoice ON public.paypal_transaction USING btree (company_id, invoice_id) WHERE (invoice_id <> ''::text);
CREATE INDEX paypal_transaction_kind ON public.paypal_transaction USING btree (company_id, class, currency, account_id, occurred_at DESC, id DESC) INCLUDE (status, match_state, group_id, gross_minor, fee_minor);
CREATE INDEX paypal_transaction_list ON public.paypal_transaction USING btree (company_id, occurred_at DESC, id DESC) INCLUDE (account_id, class, status, currency, match_state, group_id, gross_minor, fee_minor);
CREATE INDEX paypal_transaction_payer ON public.paypal_transaction USING btree (company_id, lower(payer_email) text_pattern_ops) WHERE (payer_email <> ''::text);
CREATE INDEX paypal_transaction_pending ON public.paypal_transaction USING btree (company_id, account_id, occurred_at) WHERE (status = 'P'::text);
CREATE INDEX paypal_transaction_provider ON public.paypal_transaction USING btree (company_id, provider_transaction_id);
CREATE INDEX paypal_transaction_reference ON public.paypal_transaction USING btree (company_id, account_id, reference_id) WHERE (reference_id <> ''::text);
CREATE INDEX paypal_transaction_unmatched ON public.paypal_transaction USING btree (company_id, occurred_at, id) INCLUDE (account_id, currency, gross_minor, assignee_id) WHERE ((match_state = 'unmatched'::text) AND (status = ANY (ARRAY['S'::text, 'V'::text])));
CREATE INDEX paypal_transaction_unusual ON public.paypal_transaction USING btree (company_id, match_state, status, occurred_at DESC, id DESC) INCLUDE (account_id, class, currency, group_id, gross_minor, fee_minor) WHERE ((status <> 'S'::text) OR (match_state = ANY (ARRAY['unmatched'::text, 'manual'::text, 'ignored'::text])));
CREATE INDEX paypal_transaction_waiting ON public.paypal_transaction USING btree (company_id, paypal_invoice_id) WHERE ((match_state = 'unmatched'::text) AND (paypal_invoice_id <> ''::text));
CREATE TRIGGER elsewhere_of_changed_rows AFTER UPDATE ON public.paypal_transaction REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION elsewhere_of_rows();
CREATE TRIGGER post_changed_rows AFTER UPDATE ON public.paypal_transaction REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION post_rows();
CREATE TRIGGER post_new_rows AFTER INSERT ON public.paypal_transaction REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION post_rows();
row level security, forced;
policy auth_read for select to paydesk_auth using true;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant insert, select, update to paydesk_app;
grant select to paydesk_auth;

table paypal_transaction_raw (
  company_id uuid not null,
  transaction_id uuid not null,
  raw jsonb not null,
  constraint paypal_transaction_raw_company_id_transaction_id_fkey FOREIGN KEY (company_id, transaction_id) REFERENCES paypal_transaction(company_id, id),
  constraint paypal_transaction_raw_pkey PRIMARY KEY (company_id, transaction_id)
);
row level security, forced;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant insert, select, update to paydesk_app;

table permission (
  id uuid not null default new_id(),
  platform_id integer not null default 1,
  group_id uuid not null,
  name text not null,
  label_zh text not null,
  label_en text not null,
  built_in boolean not null default false,
  version integer not null default 1,
  constraint permission_built_in_id CHECK ((built_in = is_built_in_id(id))),
  constraint permission_name_check CHECK (((length(name) >= 1) AND (length(name) <= 64))),
  constraint permission_group_id_fkey FOREIGN KEY (group_id) REFERENCES permission_group(id),
  constraint permission_pkey PRIMARY KEY (id),
  constraint permission_platform_id_name_key UNIQUE (platform_id, name)
);
CREATE INDEX permission_group_id ON public.permission USING btree (group_id);
row level security;
policy read_all for select to paydesk_app, paydesk_auth using true;
policy super_delete for delete to paydesk_app using acting_as_super_admin();
policy super_insert for insert to paydesk_app with check acting_as_super_admin();
policy super_update for update to paydesk_app using acting_as_super_admin() with check acting_as_super_admin();
grant delete, insert, select, update to paydesk_app;
grant select to paydesk_auth;

table permission_group (
  id uuid not null default new_id(),
  platform_id integer not null default 1,
  name text not null,
  sort integer not null default 0,
  version integer not null default 1,
  constraint permission_group_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint permission_group_pkey PRIMARY KEY (id)
);
row level security;
policy read_all for select to paydesk_app, paydesk_auth using true;
policy super_delete for delete to paydesk_app using acting_as_super_admin();
policy super_insert for insert to paydesk_app with check acting_as_super_admin();
policy super_update for update to paydesk_app using acting_as_super_admin() with check acting_as_super_admin();
grant delete, insert, select, update to paydesk_app;
grant select to paydesk_auth;

table phone_code (
  phone text not null,
  code_hash bytea,
  tries integer not null default 0,
  sent_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint phone_code_pkey PRIMARY KEY (phone)
);
grant delete, insert, select, update to paydesk_app;

table posting (
  company_id uuid not null,
  journal_id uuid not null,
  book text not null,
  currency text not null,
  amount_minor bigint not null,
  constraint posting_amount_minor_check CHECK ((amount_minor <> 0)),
  constraint posting_book_check CHECK ((book = ANY (ARRAY['balance'::text, 'withheld'::text, 'fees'::text, 'received'::text, 'unexplained'::text, 'setAside'::text, 'transferredOut'::text, 'converted'::text, 'opening'::text]))),
  constraint posting_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint posting_pkey PRIMARY KEY (company_id, journal_id, book, currency)
);
CREATE TRIGGER refuse_unbalanced AFTER INSERT ON public.posting REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_unbalanced();
row level security, forced;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant insert, select to paydesk_app;

table problem (
  company_id uuid not null,
  id uuid not null default new_id(),
  kind text not null,
  subject_id uuid not null,
  opened_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone,
  constraint problem_kind_check CHECK ((kind = ANY (ARRAY['booksDiffer'::text, 'monthDiffers'::text, 'readingStopped'::text, 'eventsSilent'::text, 'rowSetAside'::text, 'refundUnknown'::text, 'currencyChanged'::text]))),
  constraint problem_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id),
  constraint problem_pkey PRIMARY KEY (company_id, id)
);
CREATE INDEX problem_ended ON public.problem USING btree (company_id, ended_at) WHERE (ended_at IS NOT NULL);
CREATE UNIQUE INDEX problem_open ON public.problem USING btree (company_id, kind, subject_id) WHERE (ended_at IS NULL);
row level security, forced;
policy auth for select to paydesk_auth using true;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant delete, insert, select, update to paydesk_app;
grant select to paydesk_auth;

table quarantine_account (
  company_id uuid not null,
  account_id uuid not null,
  quarantined_at timestamp with time zone not null,
  started_at timestamp with time zone not null default now(),
  stage text not null default 'invoices'::text,
  page integer not null default 1,
  after_bill uuid,
  invoices integer not null default 0,
  bills integer not null default 0,
  failure text not null default ''::text,
  compared_at timestamp with time zone,
  constraint quarantine_account_stage_check CHECK ((stage = ANY (ARRAY['invoices'::text, 'bills'::text, 'refunds'::text, 'disputes'::text, 'done'::text]))),
  constraint quarantine_account_company_id_account_id_fkey FOREIGN KEY (company_id, account_id) REFERENCES paypal_account(company_id, id),
  constraint quarantine_account_pkey PRIMARY KEY (company_id, account_id, quarantined_at)
);
row level security, forced;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant insert, select, update to paydesk_app;

table quarantine_finding (
  company_id uuid not null,
  id uuid not null default new_id(),
  quarantined_at timestamp with time zone not null,
  account_id uuid,
  kind text not null,
  subject text not null,
  bill_id uuid,
  label text not null default ''::text,
  facts jsonb not null default '{}'::jsonb,
  state text not null,
  reason text not null default ''::text,
  seen_by text not null default ''::text,
  seen_at timestamp with time zone,
  found_at timestamp with time zone not null default now(),
  constraint quarantine_finding_state_check CHECK ((state = ANY (ARRAY['taken'::text, 'open'::text, 'seen'::text]))),
  constraint quarantine_finding_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id),
  constraint quarantine_finding_pkey PRIMARY KEY (company_id, id),
  constraint quarantine_finding_company_id_quarantined_at_kind_subject_key UNIQUE (company_id, quarantined_at, kind, subject)
);
row level security, forced;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant delete, insert, select, update to paydesk_app;

table recovery_code (
  company_id uuid not null,
  user_id uuid not null,
  hash bytea not null,
  used_at timestamp with time zone,
  constraint recovery_code_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES app_user(company_id, id) ON DELETE CASCADE,
  constraint recovery_code_pkey PRIMARY KEY (company_id, user_id, hash)
);
CREATE TRIGGER note_credentials AFTER INSERT ON public.recovery_code FOR EACH ROW EXECUTE FUNCTION note_credentials();
row level security, forced;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant delete, insert, select, update to paydesk_app;

table refund (
  company_id uuid not null,
  id uuid not null default new_id(),
  account_id uuid not null,
  bill_id uuid,
  payment_id uuid,
  provider_refund_id text,
  listed_as text,
  origin text not null,
  kind text not null default 'refund'::text,
  currency text not null,
  amount_minor bigint not null,
  state text not null,
  reason text not null default ''::text,
  note_to_payer text not null default ''::text,
  requested_by uuid,
  requested_by_name text not null default ''::text,
  operation_id uuid,
  failure jsonb,
  looked_at timestamp with time zone,
  finished_at timestamp with time zone,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  settled text,
  constraint refund_amount_minor_check CHECK ((amount_minor > 0)),
  constraint refund_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint refund_kind_check CHECK ((kind = ANY (ARRAY['refund'::text, 'reversal'::text, 'returned'::text]))),
  constraint refund_origin_check CHECK ((origin = ANY (ARRAY['paydesk'::text, 'paypal'::text]))),
  constraint refund_settled_check CHECK ((settled = ANY (ARRAY['happened'::text, 'notHappened'::text]))),
  constraint refund_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sending'::text, 'pending'::text, 'completed'::text, 'refused'::text, 'failed'::text, 'rejected'::text, 'withdrawn'::text]))),
  constraint refund_company_id_account_id_fkey FOREIGN KEY (company_id, account_id) REFERENCES paypal_account(company_id, id),
  constraint refund_company_id_bill_id_fkey FOREIGN KEY (company_id, bill_id) REFERENCES bill(company_id, id),
  constraint refund_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id),
  constraint refund_company_id_payment_id_fkey FOREIGN KEY (company_id, payment_id) REFERENCES bill_payment(company_id, id) ON DELETE SET NULL (payment_id),
  constraint refund_pkey PRIMARY KEY (company_id, id),
  constraint refund_company_id_account_id_provider_refund_id_key UNIQUE (company_id, account_id, provider_refund_id)
);
CREATE INDEX refund_bill ON public.refund USING btree (company_id, bill_id, created_at) WHERE (bill_id IS NOT NULL);
CREATE INDEX refund_open ON public.refund USING btree (company_id, account_id, state) WHERE (state = ANY (ARRAY['sending'::text, 'pending'::text]));
CREATE INDEX refund_payment ON public.refund USING btree (company_id, payment_id) WHERE (payment_id IS NOT NULL);
CREATE TRIGGER back_of_changed_refunds AFTER UPDATE ON public.refund REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION back_of_refunds();
CREATE TRIGGER back_of_gone_refunds AFTER DELETE ON public.refund REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION back_of_refunds();
CREATE TRIGGER back_of_new_refunds AFTER INSERT ON public.refund REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION back_of_refunds();
row level security, forced;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant delete, insert, select, update to paydesk_app;

table role (
  id uuid not null default new_id(),
  code text not null,
  name text not null,
  description text not null default ''::text,
  built_in boolean not null default false,
  version integer not null default 1,
  constraint role_built_in_id CHECK ((built_in = is_built_in_id(id))),
  constraint role_code_check CHECK (((length(code) >= 1) AND (length(code) <= 64))),
  constraint role_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint role_pkey PRIMARY KEY (id),
  constraint role_code_key UNIQUE (code)
);
row level security;
policy read_all for select to paydesk_app, paydesk_auth using true;
policy super_delete for delete to paydesk_app using acting_as_super_admin();
policy super_insert for insert to paydesk_app with check acting_as_super_admin();
policy super_update for update to paydesk_app using acting_as_super_admin() with check acting_as_super_admin();
grant delete, insert, select, update to paydesk_app;
grant select to paydesk_auth;

table role_permission (
  role_id uuid not null,
  permission_id uuid not null,
  constraint role_permission_permission_id_fkey FOREIGN KEY (permission_id) REFERENCES permission(id) ON DELETE CASCADE,
  constraint role_permission_role_id_fkey FOREIGN KEY (role_id) REFERENCES role(id) ON DELETE CASCADE,
  constraint role_permission_pkey PRIMARY KEY (role_id, permission_id)
);
row level security;
policy read_all for select to paydesk_app, paydesk_auth using true;
policy super_delete for delete to paydesk_app using acting_as_super_admin();
policy super_insert for insert to paydesk_app with check acting_as_super_admin();
policy super_update for update to paydesk_app using acting_as_super_admin() with check acting_as_super_admin();
grant delete, insert, select, update to paydesk_app;
grant select to paydesk_auth;

table row_set_aside (
  company_id uuid not null,
  id uuid not null default new_id(),
  account_id uuid not null,
  key text not null,
  provider_transaction_id text not null,
  occurred_at timestamp with time zone,
  why text not null,
  detail text not null,
  told jsonb not null,
  raw text not null,
  first_seen_at timestamp with time zone not null default now(),
  last_seen_at timestamp with time zone not null default now(),
  settled_at timestamp with time zone,
  settled_by uuid,
  settled_by_name text not null default ''::text,
  reason text not null default ''::text,
  understood_at timestamp with time zone,
  constraint row_set_aside_check CHECK (((settled_at IS NULL) = (reason = ''::text))),
  constraint row_set_aside_detail_check CHECK ((length(detail) <= 300)),
  constraint row_set_aside_key_check CHECK ((length(key) = 64)),
  constraint row_set_aside_provider_transaction_id_check CHECK ((length(provider_transaction_id) <= 64)),
  constraint row_set_aside_raw_check CHECK ((length(raw) <= 8000)),
  constraint row_set_aside_reason_check CHECK ((length(reason) <= 500)),
  constraint row_set_aside_told_check CHECK ((length((told)::text) <= 4000)),
  constraint row_set_aside_why_check CHECK ((why = ANY (ARRAY['id'::text, 'eventCode'::text, 'status'::text, 'amount'::text, 'fee'::text, 'date'::text, 'shape'::text]))),
  constraint row_set_aside_company_id_account_id_fkey FOREIGN KEY (company_id, account_id) REFERENCES paypal_account(company_id, id),
  constraint row_set_aside_pkey PRIMARY KEY (company_id, id),
  constraint row_set_aside_company_id_account_id_key_key UNIQUE (company_id, account_id, key)
);
CREATE INDEX row_set_aside_open ON public.row_set_aside USING btree (company_id, account_id, first_seen_at) WHERE ((settled_at IS NULL) AND (understood_at IS NULL));
row level security, forced;
policy auth for select to paydesk_auth using true;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant insert, select, update to paydesk_app;
grant select (company_id, account_id, first_seen_at, settled_at, understood_at) to paydesk_auth;

table rule (
  company_id uuid not null,
  id uuid not null default new_id(),
  name text not null,
  description text not null,
  template text not null,
  type text not null,
  start_at timestamp with time zone not null,
  params jsonb not null,
  status smallint not null default 0,
  call_no integer not null default 0,
  last_scheduled_at timestamp with time zone,
  next_at timestamp with time zone,
  failure jsonb,
  memory jsonb not null default '{}'::jsonb,
  version integer not null default 1,
  updated_by text not null default ''::text,
  updated_at timestamp with time zone not null default now(),
  created_at timestamp with time zone not null default now(),
  constraint rule_description_check CHECK (((length(description) >= 5) AND (length(description) <= 500))),
  constraint rule_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint rule_status_check CHECK (((status >= 0) AND (status <= 3))),
  constraint rule_template_check CHECK ((template = ANY (ARRAY['remindBeforeDue'::text, 'remindAfterDue'::text, 'cancelUnpaid'::text, 'dailySummary'::text, 'accountSilence'::text, 'monthlyStatement'::text]))),
  constraint rule_type_check CHECK ((type = ANY (ARRAY['once'::text, 'hourly'::text, 'daily'::text, 'weekly'::text, 'monthly'::text]))),
  constraint rule_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id),
  constraint rule_pkey PRIMARY KEY (company_id, id)
);
CREATE INDEX rule_due ON public.rule USING btree (next_at) WHERE (next_at IS NOT NULL);
row level security, forced;
policy auth for select to paydesk_auth using true;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant delete, insert, select, update to paydesk_app;
grant select to paydesk_auth;

table rule_bill (
  company_id uuid not null,
  rule_id uuid not null,
  bill_id uuid not null,
  due_date date not null,
  times integer not null,
  last_on date not null,
  constraint rule_bill_company_id_bill_id_fkey FOREIGN KEY (company_id, bill_id) REFERENCES bill(company_id, id) ON DELETE CASCADE,
  constraint rule_bill_company_id_rule_id_fkey FOREIGN KEY (company_id, rule_id) REFERENCES rule(company_id, id) ON DELETE CASCADE,
  constraint rule_bill_pkey PRIMARY KEY (company_id, rule_id, bill_id)
);
row level security, forced;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant delete, insert, select, update to paydesk_app;

table rule_run (
  company_id uuid not null,
  rule_id uuid not null,
  scheduled_at timestamp with time zone not null,
  state text not null default 'running'::text,
  started_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  touched_at timestamp with time zone not null default now(),
  after_due date,
  after_id uuid,
  done integer not null default 0,
  skipped integer not null default 0,
  failure jsonb,
  constraint rule_run_state_check CHECK ((state = ANY (ARRAY['running'::text, 'done'::text, 'failed'::text, 'stopped'::text]))),
  constraint rule_run_company_id_rule_id_fkey FOREIGN KEY (company_id, rule_id) REFERENCES rule(company_id, id) ON DELETE CASCADE,
  constraint rule_run_pkey PRIMARY KEY (company_id, rule_id, scheduled_at)
);
CREATE INDEX rule_run_open ON public.rule_run USING btree (touched_at) WHERE (state = 'running'::text);
row level security, forced;
policy auth for select to paydesk_auth using true;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant delete, insert, select, update to paydesk_app;
grant select to paydesk_auth;

table schema_migration (
  version integer not null,
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null default now(),
  constraint schema_migration_pkey PRIMARY KEY (version)
);
grant select to paydesk_app;

table second_factor (
  company_id uuid not null,
  user_id uuid not null,
  secret bytea not null,
  enabled_at timestamp with time zone,
  last_step bigint not null default 0,
  created_at timestamp with time zone not null default now(),
  constraint second_factor_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES app_user(company_id, id) ON DELETE CASCADE,
  constraint second_factor_pkey PRIMARY KEY (company_id, user_id)
);
CREATE TRIGGER note_credentials AFTER DELETE OR UPDATE OF enabled_at ON public.second_factor FOR EACH ROW EXECUTE FUNCTION note_credentials();
row level security, forced;
policy auth_read for select to paydesk_auth using true;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant delete, insert, select, update to paydesk_app;
grant select to paydesk_auth;

table session (
  company_id uuid not null,
  id uuid not null default new_id(),
  user_id uuid not null,
  token_hash bytea not null,
  acting_company_id uuid,
  created_at timestamp with time zone not null default now(),
  last_seen_at timestamp with time zone not null default now(),
  idle_seconds integer not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  reauthenticated_at timestamp with time zone,
  address text not null,
  user_agent text not null,
  previous_login_at timestamp with time zone,
  previous_login_ip text,
  factor_at timestamp with time zone,
  constraint session_token_hash_check CHECK ((length(token_hash) = 32)),
  constraint session_acting_company_id_fkey FOREIGN KEY (acting_company_id) REFERENCES company(id),
  constraint session_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES app_user(company_id, id) ON DELETE CASCADE,
  constraint session_pkey PRIMARY KEY (company_id, id),
  constraint session_token_hash_key UNIQUE (token_hash)
);
CREATE INDEX session_by_user ON public.session USING btree (company_id, user_id, created_at DESC);
CREATE INDEX session_expires ON public.session USING btree (expires_at);
CREATE UNIQUE INDEX session_id ON public.session USING btree (id);
CREATE TRIGGER tell_session_changed AFTER UPDATE ON public.session FOR EACH ROW WHEN (((old.ended_at IS DISTINCT FROM new.ended_at) OR (old.acting_company_id IS DISTINCT FROM new.acting_company_id))) EXECUTE FUNCTION tell_session_changed();
row level security, forced;
policy auth_all for all to paydesk_auth using true with check true;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant insert, select, update to paydesk_app;
grant delete, select, update to paydesk_auth;

table sync_run (
  company_id uuid not null,
  id uuid not null default new_id(),
  account_id uuid not null,
  kind text not null,
  window_from timestamp with time zone not null,
  window_to timestamp with time zone not null,
  state text not null default 'running'::text,
  read_to timestamp with time zone,
  read_at timestamp with time zone,
  calls integer not null default 0,
  rows_seen integer not null default 0,
  rows_new integer not null default 0,
  rows_changed integer not null default 0,
  failure text not null default ''::text,
  actor_name text not null default ''::text,
  started_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone,
  constraint sync_run_kind_check CHECK ((kind = ANY (ARRAY['regular'::text, 'resync'::text, 'pending'::text]))),
  constraint sync_run_state_check CHECK ((state = ANY (ARRAY['wanted'::text, 'running'::text, 'done'::text, 'failed'::text]))),
  constraint sync_run_company_id_account_id_fkey FOREIGN KEY (company_id, account_id) REFERENCES paypal_account(company_id, id),
  constraint sync_run_pkey PRIMARY KEY (company_id, id)
);
CREATE INDEX sync_run_account ON public.sync_run USING btree (company_id, account_id, started_at DESC);
row level security, forced;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant delete, insert, select, update to paydesk_app;

table ticket (
  hash bytea not null,
  kind text not null,
  data jsonb not null,
  tries integer not null default 0,
  expires_at timestamp with time zone not null,
  constraint ticket_pkey PRIMARY KEY (hash)
);
CREATE INDEX ticket_expires ON public.ticket USING btree (expires_at);
CREATE INDEX ticket_user ON public.ticket USING btree (kind, ((data ->> 'userId'::text)));
grant delete, insert, select, update to paydesk_app;

table transaction_day (
  company_id uuid not null,
  account_id uuid not null,
  day date not null,
  currency text not null,
  class text not null,
  row_count bigint not null,
  gross_minor bigint not null,
  fee_minor bigint not null,
  constraint transaction_day_pkey PRIMARY KEY (company_id, day, account_id, currency, class)
);
row level security, forced;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant insert, select, update to paydesk_app;

table user_role (
  company_id uuid not null,
  user_id uuid not null,
  role_id uuid not null,
  constraint user_role_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES app_user(company_id, id) ON DELETE CASCADE,
  constraint user_role_role_id_fkey FOREIGN KEY (role_id) REFERENCES role(id),
  constraint user_role_pkey PRIMARY KEY (company_id, user_id, role_id)
);
CREATE INDEX user_role_role ON public.user_role USING btree (role_id);
CREATE TRIGGER keep_a_super_admin AFTER DELETE ON public.user_role FOR EACH ROW EXECUTE FUNCTION keep_a_super_admin();
row level security, forced;
policy auth_read for select to paydesk_auth using true;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant delete, insert, select to paydesk_app;
grant select to paydesk_auth;

table verification (
  company_id uuid not null,
  verifier text not null,
  verified_at timestamp with time zone,
  faults integer not null default 0,
  first_fault text not null default ''::text,
  took_ms integer not null default 0,
  due_at timestamp with time zone not null default now(),
  constraint verification_first_fault_check CHECK ((length(first_fault) <= 500)),
  constraint verification_verifier_check CHECK ((verifier = ANY (ARRAY['ledger'::text, 'audit'::text]))),
  constraint verification_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id),
  constraint verification_pkey PRIMARY KEY (company_id, verifier)
);
row level security, forced;
policy auth for select to paydesk_auth using true;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant insert, select, update to paydesk_app;
grant select to paydesk_auth;
