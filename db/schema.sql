-- Made by `npm run schema` from db/migrations. Do not edit.

table account_sync (
  company_id uuid not null,
  account_id uuid not null,
  covered tstzmultirange not null default '{}'::tstzmultirange,
  begins_at timestamp with time zone,
  complete_through timestamp with time zone,
  disputes_through timestamp with time zone,
  due_at timestamp with time zone not null default now(),
  leased_until timestamp with time zone,
  lease_id uuid,
  failures integer not null default 0,
  failure text not null default ''::text,
  failed_at timestamp with time zone,
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
  constraint app_user_approval_limits_check CHECK ((jsonb_typeof(approval_limits) = 'array'::text)),
  constraint app_user_check CHECK ((parent_id <> id)),
  constraint app_user_country_check CHECK ((country ~ '^[A-Z0-9]{2}$'::text)),
  constraint app_user_locale_check CHECK ((locale = ANY (ARRAY['zh-CN'::text, 'en-US'::text]))),
  constraint app_user_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint app_user_status_check CHECK ((status = ANY (ARRAY['invited'::text, 'active'::text, 'disabled'::text]))),
  constraint app_user_username_check CHECK (((length(username) >= 1) AND (length(username) <= 64))),
  constraint app_user_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id),
  constraint app_user_company_id_parent_id_fkey FOREIGN KEY (company_id, parent_id) REFERENCES app_user(company_id, id),
  constraint app_user_pkey PRIMARY KEY (company_id, id)
);
CREATE INDEX app_user_email ON public.app_user USING btree (lower(email)) WHERE (email IS NOT NULL);
CREATE INDEX app_user_name ON public.app_user USING btree (company_id, name, id);
CREATE INDEX app_user_parent ON public.app_user USING btree (company_id, parent_id);
CREATE INDEX app_user_phone ON public.app_user USING btree (phone) WHERE (phone IS NOT NULL);
CREATE UNIQUE INDEX app_user_username ON public.app_user USING btree (lower(username));
CREATE TRIGGER keep_a_super_admin AFTER UPDATE OF status ON public.app_user FOR EACH ROW WHEN (((old.status = 'active'::text) AND (new.status <> 'active'::text))) EXECUTE FUNCTION keep_a_super_admin();
CREATE TRIGGER keep_user_tree BEFORE UPDATE OF parent_id ON public.app_user FOR EACH ROW WHEN (((new.parent_id IS DISTINCT FROM old.parent_id) AND (new.parent_id IS NOT NULL))) EXECUTE FUNCTION keep_user_tree();
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
  constraint approval_by_another CHECK (((state <> ALL (ARRAY['approved'::text, 'rejected'::text])) OR ((decided_by IS NOT NULL) AND (decided_by <> requested_by)))),
  constraint approval_check CHECK (((state = 'waiting'::text) = (decided_at IS NULL))),
  constraint approval_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint approval_kind_check CHECK ((kind = 'refund'::text)),
  constraint approval_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'approved'::text, 'rejected'::text, 'withdrawn'::text]))),
  constraint approval_company_id_fkey FOREIGN KEY (company_id) REFERENCES company(id),
  constraint approval_company_id_refund_id_fkey FOREIGN KEY (company_id, refund_id) REFERENCES refund(company_id, id),
  constraint approval_pkey PRIMARY KEY (company_id, id),
  constraint approval_company_id_refund_id_key UNIQUE (company_id, refund_id)
);
CREATE INDEX approval_list ON public.approval USING btree (company_id, created_at DESC, id DESC);
CREATE INDEX approval_waiting ON public.approval USING btree (company_id, created_at) WHERE (state = 'waiting'::text);
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

table balance_proof (
  company_id uuid not null,
  account_id uuid not null,
  currency text not null,
  as_of timestamp with time zone not null,
  paypal_minor bigint not null,
  ledger_minor bigint not null,
  difference_minor bigint not null default (ledger_minor - paypal_minor),
  checked_at timestamp with time zone not null default now(),
  constraint balance_proof_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint balance_proof_company_id_account_id_fkey FOREIGN KEY (company_id, account_id) REFERENCES paypal_account(company_id, id),
  constraint balance_proof_pkey PRIMARY KEY (company_id, account_id, currency)
);
row level security, forced;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant insert, select, update to paydesk_app;

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
  constraint bill_check CHECK (((refunded_minor >= 0) AND (refunded_minor <= paid_minor))),
  constraint bill_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint bill_due_minor_check CHECK ((due_minor >= 0)),
  constraint bill_minimum_due_minor_check CHECK ((minimum_due_minor > 0)),
  constraint bill_number_check CHECK (((length(number) >= 1) AND (length(number) <= 25))),
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
CREATE INDEX bill_customer ON public.bill USING btree (company_id, customer_id, created_at DESC, id DESC) INCLUDE (status, owner_id, currency, total_minor, paid_minor, refunded_minor, due_minor);
CREATE INDEX bill_due ON public.bill USING btree (company_id, due_date, id) INCLUDE (account_id) WHERE ((status = ANY (ARRAY['sent'::text, 'partiallyPaid'::text])) AND (due_minor > 0));
CREATE INDEX bill_list ON public.bill USING btree (company_id, created_at DESC, id DESC) INCLUDE (status, owner_id, customer_id, account_id, currency, due_date, due_minor);
CREATE INDEX bill_owner ON public.bill USING btree (company_id, owner_id, status, created_at DESC, id DESC) INCLUDE (customer_id, account_id, currency, due_date, due_minor);
CREATE INDEX bill_refresh ON public.bill USING btree (company_id, account_id, refresh_wanted_at) WHERE (refresh_wanted_at IS NOT NULL);
CREATE INDEX bill_status ON public.bill USING btree (company_id, status, created_at DESC, id DESC) INCLUDE (owner_id, customer_id, account_id, currency, due_date, due_minor);
CREATE INDEX bill_unseen ON public.bill USING btree (company_id, account_id, provider_seen_at NULLS FIRST) WHERE (status = ANY (ARRAY['scheduled'::text, 'sent'::text, 'paymentPending'::text, 'partiallyPaid'::text, 'sendFailed'::text, 'writtenOff'::text]));
CREATE UNIQUE INDEX bill_provider ON public.bill USING btree (company_id, account_id, provider_invoice_id) WHERE (provider_invoice_id IS NOT NULL);
CREATE TRIGGER figure_changed_bills AFTER UPDATE ON public.bill REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION figure_bills();
CREATE TRIGGER figure_new_bills AFTER INSERT ON public.bill REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION figure_bills();
row level security, forced;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant insert, select, update to paydesk_app;

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
  owner_id uuid not null,
  kind text not null,
  day date not null,
  currency text not null,
  row_count bigint not null,
  amount_minor bigint not null
);
CREATE INDEX bill_figure_delta_company ON public.bill_figure_delta USING btree (company_id);
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
CREATE TRIGGER count_payment_day BEFORE INSERT ON public.bill_payment FOR EACH ROW WHEN ((new.counted_on IS NULL)) EXECUTE FUNCTION count_payment_day();
CREATE TRIGGER count_settled_day BEFORE UPDATE OF pending ON public.bill_payment FOR EACH ROW WHEN ((old.pending AND (NOT new.pending))) EXECUTE FUNCTION count_payment_day();
CREATE TRIGGER figure_changed_payments AFTER UPDATE ON public.bill_payment REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION figure_payments();
CREATE TRIGGER figure_gone_payments AFTER DELETE ON public.bill_payment REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT EXECUTE FUNCTION figure_payments();
CREATE TRIGGER figure_new_payments AFTER INSERT ON public.bill_payment REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION figure_payments();
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
CREATE TRIGGER count_refund_day BEFORE INSERT ON public.bill_refund FOR EACH ROW WHEN ((new.counted_on IS NULL)) EXECUTE FUNCTION count_refund_day();
CREATE TRIGGER figure_gone_refunds AFTER DELETE ON public.bill_refund REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT EXECUTE FUNCTION figure_refunds();
CREATE TRIGGER figure_new_refunds AFTER INSERT ON public.bill_refund REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION figure_refunds();
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
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  constraint company_base_currency_check CHECK ((base_currency ~ '^[A-Z]{3}$'::text)),
  constraint company_code_check CHECK ((code ~ '^[A-Z0-9]{1,8}$'::text)),
  constraint company_country_check CHECK ((country ~ '^[A-Z0-9]{2}$'::text)),
  constraint company_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint company_status_check CHECK ((status = ANY (ARRAY['active'::text, 'suspended'::text]))),
  constraint company_pkey PRIMARY KEY (id),
  constraint company_code_key UNIQUE (code)
);
CREATE TRIGGER keep_a_super_admin AFTER UPDATE OF status ON public.company FOR EACH ROW WHEN (((old.status = 'active'::text) AND (new.status <> 'active'::text))) EXECUTE FUNCTION keep_a_super_admin();
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
row level security, forced;
policy auth_read for select to paydesk_auth using true;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant delete, insert, select, update to paydesk_app;
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
row level security, forced;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant insert, select to paydesk_app;

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
  constraint notice_kind_check CHECK ((kind = ANY (ARRAY['newDevice'::text, 'accountStopped'::text, 'approvalAsked'::text, 'approvalDecided'::text, 'disputeOpened'::text, 'disputeDeadline'::text, 'paymentReceived'::text, 'billRefused'::text, 'exceptionOverdue'::text, 'ruleFailed'::text, 'dailySummary'::text, 'accountSilent'::text, 'statementReady'::text]))),
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
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant insert, select, update to paydesk_app;

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
row level security, forced;
policy auth_read for select to paydesk_auth using true;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant insert, select, update to paydesk_app;
grant select to paydesk_auth;

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
  constraint paypal_event_event_id_check CHECK (((length(event_id) >= 1) AND (length(event_id) <= 100))),
  constraint paypal_event_company_id_account_id_fkey FOREIGN KEY (company_id, account_id) REFERENCES paypal_account(company_id, id),
  constraint paypal_event_pkey PRIMARY KEY (company_id, account_id, event_id)
);
CREATE INDEX paypal_event_list ON public.paypal_event USING btree (company_id, received_at DESC, event_id DESC) INCLUDE (account_id, event_type, resource_id);
CREATE INDEX paypal_event_resource ON public.paypal_event USING btree (company_id, resource_id) WHERE (resource_id IS NOT NULL);
row level security, forced;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant insert, select to paydesk_app;

table paypal_event_outcome (
  company_id uuid not null,
  account_id uuid not null,
  event_id text not null,
  outcome text not null,
  reason text not null default ''::text,
  bill_id uuid,
  at timestamp with time zone not null default now(),
  constraint paypal_event_outcome_outcome_check CHECK ((outcome = ANY (ARRAY['applied'::text, 'stale'::text, 'fetched'::text, 'notOurs'::text, 'failed'::text]))),
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
  constraint paypal_event_todo_pkey PRIMARY KEY (company_id, account_id, event_id)
);
CREATE INDEX paypal_event_todo_due ON public.paypal_event_todo USING btree (company_id, due_at);
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

table recovery_code (
  company_id uuid not null,
  user_id uuid not null,
  hash bytea not null,
  used_at timestamp with time zone,
  constraint recovery_code_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES app_user(company_id, id) ON DELETE CASCADE,
  constraint recovery_code_pkey PRIMARY KEY (company_id, user_id, hash)
);
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
  constraint refund_amount_minor_check CHECK ((amount_minor > 0)),
  constraint refund_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint refund_kind_check CHECK ((kind = ANY (ARRAY['refund'::text, 'reversal'::text, 'returned'::text]))),
  constraint refund_origin_check CHECK ((origin = ANY (ARRAY['paydesk'::text, 'paypal'::text]))),
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
row level security, forced;
policy tenant for all to paydesk_app using (company_id = current_company()) with check (company_id = current_company());
grant delete, insert, select, update to paydesk_app;

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
  constraint session_token_hash_check CHECK ((length(token_hash) = 32)),
  constraint session_acting_company_id_fkey FOREIGN KEY (acting_company_id) REFERENCES company(id),
  constraint session_company_id_user_id_fkey FOREIGN KEY (company_id, user_id) REFERENCES app_user(company_id, id) ON DELETE CASCADE,
  constraint session_pkey PRIMARY KEY (company_id, id),
  constraint session_token_hash_key UNIQUE (token_hash)
);
CREATE INDEX session_by_user ON public.session USING btree (company_id, user_id, created_at DESC);
CREATE INDEX session_expires ON public.session USING btree (expires_at);
CREATE UNIQUE INDEX session_id ON public.session USING btree (id);
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

CREATE OR REPLACE FUNCTION public.accounts_to_sync()
 RETURNS TABLE(company_id uuid, account_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select a.company_id, a.id from public.paypal_account a
  left join public.account_sync s on s.company_id = a.company_id and s.account_id = a.id
  where a.client_id <> '' and a.secret_sealed is not null and a.state in ('active', 'paused', 'limited', 'disconnected')
    and (s.account_id is null or (s.due_at <= now() and coalesce(s.leased_until < now(), true)))
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute

CREATE OR REPLACE FUNCTION public.acting_as_super_admin()
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select coalesce(current_setting('app.super_admin', true), '') = 'on' $function$;

CREATE OR REPLACE FUNCTION public.audit_append()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  head audit_head;
begin
  insert into audit_head values (new.company_id, 0, sha256(convert_to(new.company_id::text, 'UTF8'))) on conflict do nothing;
  select * into head from audit_head where company_id = new.company_id for update;
  new.seq := head.seq + 1;
  new.prev_hash := head.hash;
  new.at := clock_timestamp();
  new.hash := audit_hash(new);
  update audit_head set seq = new.seq, hash = new.hash where company_id = new.company_id;
  return new;
end
$function$;
-- owner paydesk_auth

CREATE OR REPLACE FUNCTION public.audit_first_fault(of_company uuid)
 RETURNS TABLE(seq bigint, fault text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with linked as (
    select e, e.seq as n, lag(e.hash, 1, sha256(convert_to(of_company::text, 'UTF8'))) over w as expected_prev,
      lag(e.seq, 1, 0) over w + 1 as expected_seq
    from audit_entry e where e.company_id = of_company window w as (order by e.seq)
  ), faults as (
    select n as seq, case when n <> expected_seq then 'missing entry ' || expected_seq
      when (e).prev_hash <> expected_prev then 'does not follow its predecessor' else 'changed' end as fault
    from linked where n <> expected_seq or (e).prev_hash <> expected_prev or (e).hash <> audit_hash(e)
    union all
    select h.seq, 'the chain ends before its head' from audit_head h
    where h.company_id = of_company
      and not exists (select from audit_entry l where l.company_id = of_company and l.seq = h.seq and l.hash = h.hash)
  )
  select * from faults order by seq limit 1
$function$;
-- owner paydesk_auth

CREATE OR REPLACE FUNCTION public.audit_hash(e audit_entry)
 RETURNS bytea
 LANGUAGE sql
 STABLE
AS $function$
  select sha256(e.prev_hash || convert_to(jsonb_build_array(
    e.company_id, e.seq, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), e.actor_id, e.actor_name, e.action,
    e.entity, e.entity_id, e.entity_label, e.before, e.after, e.address, e.device)::text, 'UTF8'))
$function$;

CREATE OR REPLACE FUNCTION public.audit_heads()
 RETURNS TABLE(company_id uuid, seq bigint, hash text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ select h.company_id, h.seq, encode(h.hash, 'hex') from audit_head h $function$;
-- owner paydesk_auth
-- grant paydesk_app execute

CREATE OR REPLACE FUNCTION public.authenticate_request(hash bytea, at_home boolean)
 RETURNS TABLE(session_id uuid, user_id uuid, company_id uuid, home_company_id uuid, username text, name text, avatar text, roles text[], permissions text[], company_name text, company_timezone text, home_company_name text, previous_login_at timestamp with time zone, previous_login_ip text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  s session;
  is_super boolean;
  acting uuid;
begin
  select * into s from session
  where token_hash = hash and ended_at is null and expires_at > now()
    and last_seen_at > now() - make_interval(secs => idle_seconds);
  if not found then return; end if;

  -- At most one write a minute per session, and never a wait: another request of the same session may hold the row.
  if s.last_seen_at < now() - interval '1 minute' then
    update session t set last_seen_at = now()
    from (select x.company_id, x.id from session x where x.company_id = s.company_id and x.id = s.id for update skip locked) free
    where t.company_id = free.company_id and t.id = free.id;
  end if;

  is_super := exists (select from user_role ur join role r on r.id = ur.role_id
    where ur.company_id = s.company_id and ur.user_id = s.user_id and r.code = 'SuperAdmin');
  acting := case when is_super and not at_home then coalesce(s.acting_company_id, s.company_id) else s.company_id end;

  return query
  select s.id, u.id, c.id, u.company_id, u.username, u.name, u.avatar,
    coalesce((select array_agg(r.code order by r.code) from user_role ur join role r on r.id = ur.role_id
              where ur.company_id = u.company_id and ur.user_id = u.id), '{}'),
    coalesce((select array_agg(distinct p.name order by p.name) from user_role ur
              join role_permission rp on rp.role_id = ur.role_id join permission p on p.id = rp.permission_id
              where ur.company_id = u.company_id and ur.user_id = u.id and p.platform_id = 1), '{}'),
    c.name, c.timezone, home.name, s.previous_login_at, s.previous_login_ip
  from app_user u join company home on home.id = u.company_id join company c on c.id = acting
  where u.company_id = s.company_id and u.id = s.user_id and u.status = 'active' and home.status = 'active';
  if found then
    perform set_config('app.company_id', acting::text, true), set_config('app.super_admin', case when is_super then 'on' else '' end, true);
  end if;
end
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute

CREATE OR REPLACE FUNCTION public.bill_figure_of(status text, total_minor bigint, due_minor bigint, due_date date)
 RETURNS TABLE(kind text, day date, amount_minor bigint)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when status = 'sendFailed' then 'refused' when due_minor > 0 then 'owing' else 'settling' end,
    case when status <> 'sendFailed' and due_minor > 0 and due_date is not null then due_date else 'infinity'::date end,
    case when status = 'sendFailed' then total_minor else due_minor end
  where status in ('sent', 'paymentPending', 'partiallyPaid', 'sendFailed')
$function$;

CREATE OR REPLACE FUNCTION public.bill_grams(of_company uuid, t text, ends boolean)
 RETURNS integer[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  seed bigint := hashtextextended(of_company::text, 0);
  -- In every company's newest bills: a keyword of one of these is found without any look-up.
  usual text := 'abcdefghilmnoprstu0123456789 .@-';
  unusual text := translate(t, usual, '');
  -- In a longer keyword every character is in a pair or a three already, and single ones have the longest lists.
  singly boolean := ends or length(t) = 1;
  grams integer[] := '{}';
  c text;
  code integer;
  cjk boolean;
  b text := '';
  b_cjk boolean;
  a text := '';
  a_cjk boolean;
begin
  if translate(unusual, 'jkqvwxyz', '') = '' then
    return array(select (hashtextextended(substr(t, i, 3), seed) >> 32)::integer
      from generate_series(1, length(t) - case when ends then 1 else 2 end) i
      union all select (hashtextextended(substr(unusual, i, 1), seed) >> 32)::integer from generate_series(1, length(unusual)) i where singly);
  end if;
  -- Character by character, `a` and `b` being the two before it: 70 µs a field, a third of what set-wise substr takes.
  foreach c in array string_to_array(t, null) loop
    code := ascii(c);
    cjk := code >= 11904;
    if singly and strpos(usual, c) = 0 then grams := grams || (hashtextextended(c, seed) >> 32)::integer; end if;
    if b <> '' and (cjk or b_cjk) then
      grams := grams || (hashtextextended(b || c, seed) >> 32)::integer;
    end if;
    if a <> '' and not (a_cjk or b_cjk) then
      if not cjk then grams := grams || (hashtextextended(a || b || c, seed) >> 32)::integer; end if;
      if code not between 32 and 126 then grams := grams || (hashtextextended(a || b, seed) >> 32)::integer; end if;
    end if;
    a := b; a_cjk := b_cjk; b := c; b_cjk := cjk;
  end loop;
  if ends and a <> '' and not (a_cjk or b_cjk) then grams := grams || (hashtextextended(a || b, seed) >> 32)::integer; end if;
  return grams;
end
$function$;
-- grant paydesk_app execute, paydesk_auth execute

CREATE OR REPLACE FUNCTION public.books_of(status text, class text, match_state text, gross bigint, fee bigint, matched bigint)
 RETURNS TABLE(book text, amount_minor bigint)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select b.book, b.amount_minor from (values
    ('balance', gross + fee),
    ('fees', -fee - case when class = 'fee' then gross else 0 end),
    (case class when 'hold' then 'withheld' when 'transfer' then 'transferredOut' else 'converted' end,
      case when class in ('hold', 'transfer', 'conversion') then -gross else 0 end),
    (case when match_state = 'ignored' then 'setAside' else 'unexplained' end,
      case when class in ('hold', 'transfer', 'conversion', 'fee') then 0 else matched - gross end),
    ('received', case when class in ('hold', 'transfer', 'conversion', 'fee') then 0 else -matched end)
  ) b (book, amount_minor)
  where status in ('S', 'V') and b.amount_minor <> 0
$function$;

CREATE OR REPLACE FUNCTION public.claim_notice_deliveries(most integer)
 RETURNS TABLE(company_id uuid, channel text, target_id uuid, batch_id uuid)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with due as materialized (
    select d.company_id, d.id, d.channel, d.target_id from notice_delivery d
    where d.batch_id is null and d.due_at <= now() order by d.due_at limit most for update skip locked
  ), batch as materialized (
    select b.*, new_id() as batch_id from (select distinct company_id, channel, target_id from due) b
  ), marked as (
    update notice_delivery d set batch_id = b.batch_id from due join batch b using (company_id, channel, target_id)
    where d.company_id = due.company_id and d.id = due.id
  )
  select company_id, channel, target_id, batch_id from batch
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute

CREATE OR REPLACE FUNCTION public.companies_to_remind()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select c.id from company c where c.status = 'active' and (
    exists (select from dispute d where d.company_id = c.id and (d.status = 'RESOLVED') = false
      and d.seller_due_at > now() and d.seller_due_at <= now() + interval '48 hours')
    or exists (select from paypal_transaction t where t.company_id = c.id and t.match_state = 'unmatched' and t.status in ('S', 'V')))
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute

CREATE OR REPLACE FUNCTION public.companies_with_due_events()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select distinct company_id from public.paypal_event_todo where due_at <= now() $function$;
-- owner paydesk_auth
-- grant paydesk_app execute

CREATE OR REPLACE FUNCTION public.companies_with_plain_bots()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$ select s.company_id from company_setting s where jsonb_path_exists(s.tabs, '$.notifications.webhooks[*].url') $function$;
-- owner paydesk_auth
-- grant paydesk_app execute

CREATE OR REPLACE FUNCTION public.company_counts(of_companies uuid[])
 RETURNS TABLE(company_id uuid, user_count bigint, account_count bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select c.id, (select count(*) from app_user u where u.company_id = c.id), (select count(*) from paypal_account a where a.company_id = c.id)
  from company c where acting_as_super_admin() and c.id = any(of_companies)
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute

CREATE OR REPLACE FUNCTION public.company_of_paypal_account(account uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select company_id from public.paypal_account where id = account and state <> 'archived' $function$;
-- owner paydesk_auth
-- grant paydesk_app execute

CREATE OR REPLACE FUNCTION public.count_payment_day()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_catalog', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' then
    new.counted_on := (select counted_day(new.source, new.paid_on, new.created_at, c.timezone) from company c where c.id = new.company_id);
  else
    new.counted_on := (select (now() at time zone c.timezone)::date from company c where c.id = new.company_id);
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.count_refund_day()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_catalog', 'pg_temp'
AS $function$
begin
  new.counted_on := (select counted_day(new.source, new.refunded_on, new.created_at, c.timezone) from company c where c.id = new.company_id);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.counted_day(source text, told date, seen timestamp with time zone, zone text)
 RETURNS date
 LANGUAGE sql
 STABLE
AS $function$
  select case when told is null or (source = 'paypal' and abs(told - (seen at time zone 'UTC')::date) <= 1) then (seen at time zone zone)::date else told end
$function$;

CREATE OR REPLACE FUNCTION public.current_company()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select nullif(current_setting('app.company_id', true), '')::uuid $function$;

CREATE OR REPLACE FUNCTION public.customer_alias_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  c customer;
begin
  for c in select * from customer
    where company_id = coalesce(new.company_id, old.company_id) and id in (old.customer_id, new.customer_id) loop
    perform index_customer(c);
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.customer_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin perform index_customer(new); return null; end $function$;

CREATE OR REPLACE FUNCTION public.customer_matches(of_company uuid, keyword text, tag text, most integer)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
declare
  needle text := search_needle(keyword);
  parts integer[] := case when needle is null then '{}' when needle like E'\n%' then array[hashtext(of_company::text || needle)]
    else search_grams(of_company, array[needle]) end;
  found uuid[];
begin
  if of_company is distinct from current_company() then return '{}'; end if;
  parts := parts || search_tags(of_company, array[tag]);
  found := array(select s.customer_id from customer_search s where s.company_id = of_company and s.grams @> parts
    and (needle is null or strpos(s.lines, needle) > 0) limit most + 1);
  return case when cardinality(found) <= most then found end;
end $function$;
-- owner paydesk_auth
-- grant paydesk_app execute

CREATE OR REPLACE FUNCTION public.customers_named(of_company uuid, names text[])
 RETURNS TABLE(name text, customer_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select lower(c.name), c.id from customer c
  where c.company_id = of_company and of_company = current_company() and lower(c.name) = any(names) and c.merged_into_id is null
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute

CREATE OR REPLACE FUNCTION public.customers_of_emails(of_company uuid, emails text[])
 RETURNS TABLE(email text, customer_id uuid, alias boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select lower(c.email), c.id, false from customer c
  where c.company_id = of_company and of_company = current_company() and lower(c.email) = any(emails) and c.merged_into_id is null
  union all
  select a.email, a.customer_id, true from customer_alias a
  where a.company_id = of_company and of_company = current_company() and a.email = any(emails)
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute

CREATE OR REPLACE FUNCTION public.end_company_sessions(of_company uuid)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with ended as (
    update session set ended_at = now() where acting_as_super_admin() and company_id = of_company and ended_at is null returning 1
  ) select count(*)::integer from ended
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute

CREATE OR REPLACE FUNCTION public.figure_bills()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_catalog', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into bill_figure_delta (company_id, owner_id, kind, day, currency, row_count, amount_minor)
    select n.company_id, n.owner_id, f.kind, f.day, n.currency, count(*), sum(f.amount_minor) from after_rows n
    cross join lateral bill_figure_of(n.status, n.total_minor, n.due_minor, n.due_date) f group by 1, 2, 3, 4, 5;
    return null;
  end if;
  insert into bill_figure_delta (company_id, owner_id, kind, day, currency, row_count, amount_minor)
  select company_id, owner_id, kind, day, currency, sum(n), sum(amount_minor) from (
    select a.company_id, a.owner_id, f.kind, f.day, a.currency, 1 as n, f.amount_minor from after_rows a
    cross join lateral bill_figure_of(a.status, a.total_minor, a.due_minor, a.due_date) f
    union all
    select b.company_id, b.owner_id, f.kind, f.day, b.currency, -1, -f.amount_minor from before_rows b
    cross join lateral bill_figure_of(b.status, b.total_minor, b.due_minor, b.due_date) f
  ) x group by 1, 2, 3, 4, 5 having sum(n) <> 0 or sum(amount_minor) <> 0;
  -- Whoever gets a bill gets its history.
  if exists (select from after_rows a join before_rows b on b.company_id = a.company_id and b.id = a.id where a.owner_id <> b.owner_id) then
    insert into bill_figure_delta (company_id, owner_id, kind, day, currency, row_count, amount_minor)
    select m.company_id, o.owner_id, f.kind, f.day, f.currency, sum(o.n), sum(o.n * f.amount_minor)
    from (select a.company_id, a.id, a.owner_id as after_id, b.owner_id as before_id from after_rows a
      join before_rows b on b.company_id = a.company_id and b.id = a.id where a.owner_id <> b.owner_id) m
    cross join lateral (values (m.after_id, 1), (m.before_id, -1)) o (owner_id, n)
    cross join lateral (
      select g.kind, p.counted_on as day, p.currency, g.amount_minor from bill_payment p
      cross join lateral payment_figure_of(p.pending, p.amount_minor, p.fee_minor) g
      where p.company_id = m.company_id and p.bill_id = m.id
      union all
      select 'refunded', r.counted_on, r.currency, r.amount_minor from bill_refund r where r.company_id = m.company_id and r.bill_id = m.id) f
    group by 1, 2, 3, 4, 5;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.figure_payments()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_catalog', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into bill_figure_delta (company_id, owner_id, kind, day, currency, row_count, amount_minor)
    select p.company_id, b.owner_id, f.kind, p.counted_on, p.currency, count(*), sum(f.amount_minor) from after_rows p
    join bill b on b.company_id = p.company_id and b.id = p.bill_id
    cross join lateral payment_figure_of(p.pending, p.amount_minor, p.fee_minor) f group by 1, 2, 3, 4, 5;
  elsif tg_op = 'DELETE' then
    insert into bill_figure_delta (company_id, owner_id, kind, day, currency, row_count, amount_minor)
    select p.company_id, b.owner_id, f.kind, p.counted_on, p.currency, -count(*), -sum(f.amount_minor) from before_rows p
    join bill b on b.company_id = p.company_id and b.id = p.bill_id
    cross join lateral payment_figure_of(p.pending, p.amount_minor, p.fee_minor) f group by 1, 2, 3, 4, 5;
  else
    insert into bill_figure_delta (company_id, owner_id, kind, day, currency, row_count, amount_minor)
    select x.company_id, b.owner_id, x.kind, x.day, x.currency, sum(x.n), sum(x.amount_minor) from (
      select p.company_id, p.bill_id, f.kind, p.counted_on as day, p.currency, 1 as n, f.amount_minor from after_rows p
      cross join lateral payment_figure_of(p.pending, p.amount_minor, p.fee_minor) f
      union all
      select p.company_id, p.bill_id, f.kind, p.counted_on, p.currency, -1, -f.amount_minor from before_rows p
      cross join lateral payment_figure_of(p.pending, p.amount_minor, p.fee_minor) f
    ) x join bill b on b.company_id = x.company_id and b.id = x.bill_id
    group by 1, 2, 3, 4, 5 having sum(x.n) <> 0 or sum(x.amount_minor) <> 0;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.figure_refunds()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_catalog', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into bill_figure_delta (company_id, owner_id, kind, day, currency, row_count, amount_minor)
    select r.company_id, b.owner_id, 'refunded', r.counted_on, r.currency, count(*), sum(r.amount_minor) from after_rows r
    join bill b on b.company_id = r.company_id and b.id = r.bill_id group by 1, 2, 3, 4, 5;
  else
    insert into bill_figure_delta (company_id, owner_id, kind, day, currency, row_count, amount_minor)
    select r.company_id, b.owner_id, 'refunded', r.counted_on, r.currency, -count(*), -sum(r.amount_minor) from before_rows r
    join bill b on b.company_id = r.company_id and b.id = r.bill_id group by 1, 2, 3, 4, 5;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.find_avatar(of_id uuid)
 RETURNS TABLE(type text, bytes bytea)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ select a.type, a.bytes from avatar a where a.id = of_id $function$;
-- owner paydesk_auth
-- grant paydesk_app execute

CREATE OR REPLACE FUNCTION public.find_bills_by_text(of_company uuid, keyword text)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
declare
  wanted integer[] := public.bill_grams(of_company, keyword, false);
  seed bigint := hashtextextended(of_company::text, 0);
begin
  if of_company is distinct from public.current_company() then return; end if;
  -- The company is in the grams already. `is true` keeps the planner from reading a small company whole by its key instead, and
  -- comparing each bill's grams with up to 70: 144 ms for 6,000 bills.
  if cardinality(wanted) > 0 then
    return query select s.bill_id from public.bill_search s
      where s.grams @> wanted and (s.company_id = of_company) is true and strpos(s.text, keyword) > 0;
  elsif length(keyword) = 2 then
    wanted := array(select (hashtextextended(keyword || third, seed) >> 32)::integer
      from (select '' as third union all select chr(c) from generate_series(32, 126) c where c not between 65 and 90) t);
    return query select s.bill_id from public.bill_search s
      where s.grams && wanted and (s.company_id = of_company) is true and strpos(s.text, keyword) > 0;
  else
    -- One usual letter or a digit: the list finds a page of them among the newest bills, and does not come here.
    return query select s.bill_id from public.bill_search s where s.company_id = of_company and strpos(s.text, keyword) > 0;
  end if;
end
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute

CREATE OR REPLACE FUNCTION public.find_invitation(hash bytea)
 RETURNS TABLE(company_id uuid, user_id uuid, invitation_id uuid, company_name text, username text, name text, email text, expires_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select u.company_id, u.id, i.id, c.name, u.username, u.name, u.email, i.expires_at
  from invitation i join app_user u on u.company_id = i.company_id and u.id = i.user_id join company c on c.id = u.company_id
  where i.token_hash = hash and i.accepted_at is null and i.expires_at > now() and u.status = 'invited' and c.status = 'active'
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute

CREATE OR REPLACE FUNCTION public.find_login(login_name text)
 RETURNS TABLE(company_id uuid, user_id uuid, password_hash text, demo boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select u.company_id, u.id, u.password_hash, u.demo
  from app_user u join company c on c.id = u.company_id
  where lower(u.username) = lower(login_name) and u.status = 'active' and c.status = 'active'
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute

CREATE OR REPLACE FUNCTION public.find_login_by_identity(of_issuer text, of_subject text)
 RETURNS TABLE(company_id uuid, user_id uuid, demo boolean, identity_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select u.company_id, u.id, u.demo, i.id
  from identity i join app_user u on u.company_id = i.company_id and u.id = i.user_id join company c on c.id = u.company_id
  where i.issuer = of_issuer and i.subject = of_subject and u.status = 'active' and c.status = 'active'
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute

CREATE OR REPLACE FUNCTION public.find_login_by_passkey(credential bytea)
 RETURNS TABLE(company_id uuid, user_id uuid, demo boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select u.company_id, u.id, u.demo
  from passkey p join app_user u on u.company_id = p.company_id and u.id = p.user_id join company c on c.id = u.company_id
  where p.credential_id = credential and u.status = 'active' and c.status = 'active'
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute

CREATE OR REPLACE FUNCTION public.find_login_by_phone(of_phone text)
 RETURNS TABLE(company_id uuid, user_id uuid, demo boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select u.company_id, u.id, u.demo from app_user u join company c on c.id = u.company_id
  where u.phone = of_phone and u.status = 'active' and c.status = 'active'
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute

CREATE OR REPLACE FUNCTION public.find_logins_to_reset(account text)
 RETURNS TABLE(company_id uuid, user_id uuid, demo boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select u.company_id, u.id, u.demo from app_user u join company c on c.id = u.company_id
  where (lower(u.username) = lower(account) or lower(u.email) = lower(account))
    and u.email is not null and u.status = 'active' and c.status = 'active'
  order by u.created_at limit 5
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute

CREATE OR REPLACE FUNCTION public.fold_bill_figures(most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  folded integer;
begin
  if not pg_try_advisory_xact_lock(hashtext('fold_bill_figures')) then return 0; end if;
  with taken as (
    delete from bill_figure_delta where ctid = any(array(select d.ctid from bill_figure_delta d limit most))
    returning company_id, owner_id, kind, day, currency, row_count, amount_minor
  ), sums as (
    select company_id, case when grouping(owner_id) = 1 then '00000000-0000-0000-0000-000000000000' else owner_id end as owner_id, kind, day,
      currency, sum(row_count) as row_count, sum(amount_minor) as amount_minor
    from taken group by grouping sets ((company_id, owner_id, kind, day, currency), (company_id, kind, day, currency))
    having sum(row_count) <> 0 or sum(amount_minor) <> 0
  ), put as (
    insert into bill_figure as f (company_id, owner_id, kind, day, currency, row_count, amount_minor)
    select company_id, owner_id, kind, day, currency, row_count, amount_minor from sums
    on conflict (company_id, owner_id, kind, day, currency) do update
      set row_count = f.row_count + excluded.row_count, amount_minor = f.amount_minor + excluded.amount_minor
  )
  select count(*) into folded from taken;
  if folded > 0 then delete from bill_figure where row_count = 0 and amount_minor = 0; end if;
  return folded;
end $function$;
-- owner paydesk_auth
-- grant paydesk_app execute

CREATE OR REPLACE PROCEDURE public.give_to_auth(IN of_function regprocedure, IN app_may_call boolean DEFAULT true)
 LANGUAGE plpgsql
AS $procedure$
begin
  grant create on schema public to paydesk_auth;
  execute format('alter function %s owner to paydesk_auth', of_function);
  revoke create on schema public from paydesk_auth;
  execute format('revoke all on function %s from public', of_function);
  if app_may_call then execute format('grant execute on function %s to paydesk_app', of_function); end if;
end $procedure$;

CREATE OR REPLACE FUNCTION public.index_bills(of_company uuid, ids uuid[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  insert into bill_search (company_id, bill_id, text, grams)
  select of_company, b.id, concat_ws(chr(1), w.number, w.title, w.name, w.email),
    bill_grams(of_company, w.number, true) || bill_grams(of_company, w.title, true)
      || bill_grams(of_company, w.name, true) || bill_grams(of_company, w.email, true)
  from bill b
  join customer c on c.company_id = of_company and c.id = b.customer_id
  left join bill_content t on t.company_id = of_company and t.bill_id = b.id
  -- Cut to what fits an index entry; the contract allows no more.
  cross join lateral (select lower(b.number), lower(left(b.title, 200)), lower(left(b.customer_name, 200)),
    lower(left(coalesce(t.recipient ->> 'email', c.email, ''), 254))) as w (number, title, name, email)
  where b.company_id = of_company and b.id = any(ids)
  on conflict (company_id, bill_id) do update set text = excluded.text, grams = excluded.grams where bill_search.text <> excluded.text
$function$;
-- grant paydesk_app execute

CREATE OR REPLACE FUNCTION public.index_customer(c customer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  words text[] := array(
    select lower(line) from unnest(array[c.name, c.business_name, c.email]
      || array(select email from customer_alias a where a.company_id = c.company_id and a.customer_id = c.id order by email)) as line
    where line <> '');
begin
  if c.merged_into_id is not null then
    delete from customer_search where company_id = c.company_id and customer_id = c.id;
    return;
  end if;
  insert into customer_search (company_id, customer_id, lines, grams)
  values (c.company_id, c.id, E'\n' || array_to_string(words, E'\n'),
    search_grams(c.company_id, words) || search_starts(c.company_id, words) || search_tags(c.company_id, c.tags))
  on conflict (company_id, customer_id) do update set lines = excluded.lines, grams = excluded.grams;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_a_super_admin()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  was_one boolean;
begin
  if tg_table_name = 'user_role' then
    was_one := exists (select from role where id = old.role_id and code = 'SuperAdmin');
  elsif tg_table_name = 'app_user' then
    was_one := exists (select from user_role ur join role r on r.id = ur.role_id
      where ur.company_id = old.company_id and ur.user_id = old.id and r.code = 'SuperAdmin');
  else
    was_one := exists (select from user_role ur join role r on r.id = ur.role_id where ur.company_id = old.id and r.code = 'SuperAdmin');
  end if;
  if was_one then
    perform pg_advisory_xact_lock(hashtextextended('super admin', 0));
    if super_admin_count() = 0 then
      raise exception using errcode = 'PD001', message = 'the last active super admin';
    end if;
  end if;
  return null;
end
$function$;
-- owner paydesk_auth

CREATE OR REPLACE PROCEDURE public.keep_to_company(IN of_table regclass, IN app_may text)
 LANGUAGE plpgsql
AS $procedure$
begin
  execute format('alter table %s enable row level security', of_table);
  execute format('alter table %s force row level security', of_table);
  execute format('create policy tenant on %s to paydesk_app using (company_id = current_company()) with check (company_id = current_company())', of_table);
  execute format('grant %s on %s to paydesk_app', app_may, of_table);
end $procedure$;

CREATE OR REPLACE FUNCTION public.keep_user_tree()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('user tree ' || new.company_id, 0));
  if exists (
    with recursive above as (
      select u.id, u.parent_id from app_user u where u.company_id = new.company_id and u.id = new.parent_id
      union
      select u.id, u.parent_id from app_user u join above on u.id = above.parent_id where u.company_id = new.company_id
    ) select from above where id = new.id
  ) then
    raise exception using errcode = 'PD002', message = 'a circle in the user tree';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.new_id()
 RETURNS uuid
 LANGUAGE sql
 PARALLEL SAFE
AS $function$select uuidv7()$function$;

CREATE OR REPLACE FUNCTION public.next_message_at(at timestamp with time zone, zone text, digest_hour integer, quiet_from integer, quiet_to integer)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  going timestamptz := at;
  there timestamp;
begin
  if digest_hour is not null then
    there := date_trunc('day', at at time zone zone) + make_interval(hours => digest_hour);
    going := there at time zone zone;
    if going <= at then going := (there + interval '1 day') at time zone zone; end if;
  end if;
  there := going at time zone zone;
  if quiet_from is not null and (case when quiet_from < quiet_to
    then extract(hour from there) >= quiet_from and extract(hour from there) < quiet_to
    else extract(hour from there) >= quiet_from or extract(hour from there) < quiet_to end)
  then
    there := date_trunc('day', there) + make_interval(hours => quiet_to)
      + case when extract(hour from there) >= quiet_to then interval '1 day' else interval '0' end;
    going := there at time zone zone;
  end if;
  return going;
end $function$;

CREATE OR REPLACE FUNCTION public.payment_figure_of(pending boolean, amount_minor bigint, fee_minor bigint)
 RETURNS TABLE(kind text, amount_minor bigint)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select f.kind, f.amount from (values ('collected', amount_minor), ('fee', fee_minor)) f (kind, amount) where not pending and f.amount is not null
$function$;

CREATE OR REPLACE FUNCTION public.paypal_accounts_in_use()
 RETURNS TABLE(company_id uuid, account_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select company_id, id from public.paypal_account where client_id <> '' and state in ('active', 'paused', 'limited', 'disconnected') $function$;
-- owner paydesk_auth
-- grant paydesk_app execute

CREATE OR REPLACE FUNCTION public.post_rows()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_catalog', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' then
    with entry as materialized (
      select n.*, new_id() as journal_id from after_rows n where n.status in ('S', 'V') and (n.gross_minor <> 0 or n.fee_minor <> 0)
    ), journals as (
      insert into journal (company_id, id, account_id, transaction_id, kind, effective_at)
      select company_id, journal_id, account_id, id, 'row', provider_updated_at from entry
    ), lines as materialized (
      select e.company_id, e.account_id, e.journal_id, b.book, e.currency, b.amount_minor from entry e
      cross join lateral books_of(e.status, e.class, e.match_state, e.gross_minor, e.fee_minor, e.matched_minor) b
    ), posted as (
      insert into posting (company_id, journal_id, book, currency, amount_minor) select company_id, journal_id, book, currency, amount_minor from lines
    )
    insert into ledger_balance as l (company_id, account_id, currency, book, balance_minor)
    select company_id, account_id, currency, book, sum(amount_minor) from lines group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (company_id, account_id, currency, book) do update set balance_minor = l.balance_minor + excluded.balance_minor;
    insert into transaction_day as d (company_id, account_id, day, currency, class, row_count, gross_minor, fee_minor)
    select company_id, account_id, (occurred_at at time zone 'UTC')::date, currency, class, count(*), sum(gross_minor), sum(fee_minor)
    from after_rows where status in ('S', 'V') group by 1, 2, 3, 4, 5 order by 1, 3, 2, 4, 5
    on conflict (company_id, day, account_id, currency, class) do update set row_count = d.row_count + excluded.row_count,
      gross_minor = d.gross_minor + excluded.gross_minor, fee_minor = d.fee_minor + excluded.fee_minor;
    return null;
  end if;
  with line as materialized (
    select company_id, account_id, id, book, currency, sum(amount_minor)::bigint as amount_minor from (
      select n.company_id, n.account_id, n.id, b.book, n.currency, b.amount_minor from after_rows n
      cross join lateral books_of(n.status, n.class, n.match_state, n.gross_minor, n.fee_minor, n.matched_minor) b
      union all
      select o.company_id, o.account_id, o.id, b.book, o.currency, -b.amount_minor from before_rows o
      cross join lateral books_of(o.status, o.class, o.match_state, o.gross_minor, o.fee_minor, o.matched_minor) b
    ) x group by 1, 2, 3, 4, 5 having sum(amount_minor) <> 0
  ), entry as materialized (
    select n.company_id, n.account_id, n.id, new_id() as journal_id, n.provider_updated_at,
      exists (select from line l where l.id = n.id and l.book in ('balance', 'withheld')) as moved
    from after_rows n where exists (select from line l where l.id = n.id)
  ), journals as (
    insert into journal (company_id, id, account_id, transaction_id, kind, effective_at)
    select company_id, journal_id, account_id, id, case when moved then 'change' else 'match' end, case when moved then provider_updated_at else now() end
    from entry
  ), posted as (
    insert into posting (company_id, journal_id, book, currency, amount_minor)
    select l.company_id, e.journal_id, l.book, l.currency, l.amount_minor from line l join entry e on e.id = l.id
  )
  insert into ledger_balance as l (company_id, account_id, currency, book, balance_minor)
  select company_id, account_id, currency, book, sum(amount_minor) from line group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (company_id, account_id, currency, book) do update set balance_minor = l.balance_minor + excluded.balance_minor;
  insert into transaction_day as d (company_id, account_id, day, currency, class, row_count, gross_minor, fee_minor)
  select company_id, account_id, day, currency, class, sum(n), sum(gross_minor), sum(fee_minor) from (
    select company_id, account_id, (occurred_at at time zone 'UTC')::date as day, currency, class, 1 as n, gross_minor, fee_minor
    from after_rows where status in ('S', 'V')
    union all
    select company_id, account_id, (occurred_at at time zone 'UTC')::date, currency, class, -1, -gross_minor, -fee_minor
    from before_rows where status in ('S', 'V')
  ) x group by 1, 2, 3, 4, 5 having sum(n) <> 0 or sum(gross_minor) <> 0 or sum(fee_minor) <> 0 order by 1, 3, 2, 4, 5
  on conflict (company_id, day, account_id, currency, class) do update set row_count = d.row_count + excluded.row_count,
    gross_minor = d.gross_minor + excluded.gross_minor, fee_minor = d.fee_minor + excluded.fee_minor;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.refill_bill_figures()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_catalog', 'pg_temp'
AS $function$
begin
  truncate bill_figure, bill_figure_delta;
  insert into bill_figure (company_id, owner_id, kind, day, currency, row_count, amount_minor)
  select company_id, case when grouping(owner_id) = 1 then '00000000-0000-0000-0000-000000000000' else owner_id end, kind, day, currency,
    count(*), sum(amount_minor)
  from (
    select b.company_id, b.owner_id, f.kind, f.day, b.currency, f.amount_minor from bill b
    cross join lateral bill_figure_of(b.status, b.total_minor, b.due_minor, b.due_date) f
    union all
    select p.company_id, b.owner_id, f.kind, p.counted_on, p.currency, f.amount_minor from bill_payment p
    join bill b on b.company_id = p.company_id and b.id = p.bill_id
    cross join lateral payment_figure_of(p.pending, p.amount_minor, p.fee_minor) f
    union all
    select r.company_id, b.owner_id, 'refunded', r.counted_on, r.currency, r.amount_minor from bill_refund r
    join bill b on b.company_id = r.company_id and b.id = r.bill_id
  ) x group by grouping sets ((company_id, owner_id, kind, day, currency), (company_id, kind, day, currency));
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_unbalanced()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare bad record;
begin
  select journal_id, currency, sum(amount_minor) as difference into bad from added group by journal_id, currency having sum(amount_minor) <> 0 limit 1;
  if found then
    raise exception 'Journal % is out of balance by % %', bad.journal_id, bad.difference, bad.currency using errcode = 'check_violation';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.role_user_counts()
 RETURNS TABLE(role_id uuid, user_count bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select ur.role_id, count(*) from user_role ur where acting_as_super_admin() or ur.company_id = current_company() group by ur.role_id
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute

CREATE OR REPLACE FUNCTION public.rules_due()
 RETURNS TABLE(company_id uuid, rule_id uuid, scheduled_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select r.company_id, r.id, r.next_at from public.rule r join public.company c on c.id = r.company_id
  where r.next_at <= now() and c.status = 'active'
  union all
  select company_id, rule_id, scheduled_at from public.rule_run where state = 'running' and touched_at < now() - interval '10 minutes'
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute

CREATE OR REPLACE FUNCTION public.search_grams(company uuid, lines text[])
 RETURNS integer[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  found integer[] := '{}';
  line text;
  chars text[];
begin
  foreach line in array lines loop
    chars := string_to_array(line, null);
    for i in 1 .. cardinality(chars) - 1 loop
      if ascii(chars[i]) >= 11904 or ascii(chars[i + 1]) >= 11904 then
        found := found || hashtext(company::text || chars[i] || chars[i + 1]);
      elsif ascii(chars[i + 2]) < 11904 then
        found := found || hashtext(company::text || chars[i] || chars[i + 1] || chars[i + 2]);
      end if;
    end loop;
  end loop;
  return found;
end $function$;

CREATE OR REPLACE FUNCTION public.search_needle(keyword text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select case when cardinality(search_grams('00000000-0000-0000-0000-000000000000', array[lower(keyword)])) = 0
    then E'\n' || lower(keyword) else lower(keyword) end
$function$;

CREATE OR REPLACE FUNCTION public.search_starts(company uuid, lines text[])
 RETURNS integer[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select coalesce(array_agg(distinct hashtext(company::text || E'\n' || left(line, n))), '{}') from unnest(lines) as line, generate_series(1, 2) n where length(line) >= n $function$;

CREATE OR REPLACE FUNCTION public.search_tags(company uuid, tags text[])
 RETURNS integer[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select coalesce(array_agg(distinct hashtext(company::text || E'\t' || tag)), '{}') from unnest(tags) as tag where tag is not null $function$;

CREATE OR REPLACE FUNCTION public.session_fresh_until(of_session uuid, minutes integer)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select reauthenticated_at + make_interval(mins => minutes) from session
  where id = of_session and ended_at is null and reauthenticated_at > now() - make_interval(mins => minutes)
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute

CREATE OR REPLACE FUNCTION public.super_admin_count()
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select count(*) from user_role ur join role r on r.id = ur.role_id join app_user u on u.company_id = ur.company_id and u.id = ur.user_id
    join company c on c.id = u.company_id
  where r.code = 'SuperAdmin' and u.status = 'active' and c.status = 'active'
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute

CREATE OR REPLACE FUNCTION public.sweep_idempotency()
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with gone as (delete from idempotency where created_at < now() - interval '2 days' returning 1) select count(*)::integer from gone
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute

CREATE OR REPLACE FUNCTION public.sweep_messages()
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with gone as (delete from message where created_at < now() - interval '30 days' returning 1) select count(*)::integer from gone
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute

CREATE OR REPLACE FUNCTION public.sweep_notices()
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with sent as (delete from notice_delivery where created_at < now() - interval '60 days'), gone as (
    delete from notice where created_at < now() - interval '365 days' or (created_at < now() - interval '90 days' and read_at is not null) returning 1
  ) select count(*)::integer from gone
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute

CREATE OR REPLACE FUNCTION public.sweep_sessions()
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with gone as (
    delete from session where coalesce(ended_at, expires_at) < now() - interval '90 days' returning 1
  ) select count(*)::integer from gone
$function$;
-- owner paydesk_auth
-- grant paydesk_app execute

CREATE OR REPLACE FUNCTION public.transactions_of_payer(of_company uuid, start text, most integer)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
declare
  found uuid[];
begin
  if of_company is distinct from current_company() then return '{}'; end if;
  found := array(select t.id from paypal_transaction t where t.company_id = of_company and t.payer_email <> ''
    and lower(t.payer_email) ~>=~ start and lower(t.payer_email) ~<~ (start || chr(1114111)) limit most + 1);
  return case when cardinality(found) <= most then found end;
end $function$;
-- owner paydesk_auth
-- grant paydesk_app execute
