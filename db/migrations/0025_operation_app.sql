-- Under which app of the account an operation was first sent: PayPal may keep request ids for each app apart, so after a change of credentials a refusal
-- says nothing about a call whose answer was lost.
alter table operation add client_id text;
