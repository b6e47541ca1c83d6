-- The labels of built-in permissions in the words of the screens (decision 69). A label that someone changed stays.
update permission p set label_zh = l.label_zh
from (values
  ('ViewPaypalAccount', '查看 PayPal 账户', '查看PayPal账户'),
  ('UpdatePaypalAccount', '管理 PayPal 账户', '管理PayPal账户'),
  ('RespondDispute', '处理争议', '回复争议')
) as l (name, former, label_zh)
where p.built_in and p.name = l.name and p.label_zh = l.former;
