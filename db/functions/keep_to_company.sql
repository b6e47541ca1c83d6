-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE PROCEDURE public.keep_to_company(IN of_table regclass, IN app_may text)
 LANGUAGE plpgsql
AS $procedure$
begin
  execute format('alter table %s enable row level security', of_table);
  execute format('alter table %s force row level security', of_table);
  execute format('create policy tenant on %s to paydesk_app using (company_id = current_company()) with check (company_id = current_company())', of_table);
  execute format('grant %s on %s to paydesk_app', app_may, of_table);
end $procedure$;
