-- Made by `npm run schema` from db/migrations. Do not edit.

CREATE OR REPLACE FUNCTION public.audit_is_security(action text, after jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select action like 'securityEvent.%' or action in ('user.changePassword', 'user.resetPassword', 'user.enableSecondFactor',
      'user.disableSecondFactor', 'user.resetSecondFactor', 'user.renewRecoveryCodes', 'user.useRecoveryCode', 'user.addPasskey', 'user.removePasskey',
      'user.bindIdentity', 'user.unbindIdentity', 'user.setRoles', 'role.create', 'role.update', 'role.delete')
    or (action like 'user.%' and action <> 'user.invite' and coalesce(after ?| array['email', 'phone'], false))
$function$;
