-- The names that the program checks (packages/contract/src/lib/permission.ts; a test compares the two), grouped for the role matrix.
with groups (name, sort) as (
  values ('账单', 1), ('客户', 2), ('财务', 3), ('系统', 4)
), made as (
  insert into permission_group (name, sort) select name, sort from groups returning id, name
)
insert into permission (group_id, name, label_zh, label_en, built_in)
select made.id, p.name, p.label_zh, p.label_en, true
from made join (values
  ('账单', 'ViewPayPalBillManage', '账单管理菜单', 'Bill menu'),
  ('账单', 'ViewPayPalBill', '查看本人及下属账单', 'View own and team bills'),
  ('账单', 'ViewAllPayPalBill', '查看全部账单', 'View all bills'),
  ('账单', 'CreatePayPalBill', '新建、编辑与发送账单', 'Create, edit and send bills'),
  ('账单', 'RecordPayment', '登记线下收款', 'Record an outside payment'),
  ('账单', 'RefundPayPalBill', '发起退款', 'Refund'),
  ('账单', 'WriteOffPayPalBill', '核销账单', 'Write off bills'),
  ('客户', 'ViewCustomer', '查看客户', 'View customers'),
  ('客户', 'UpdateCustomer', '新建与编辑客户', 'Create and edit customers'),
  ('财务', 'ViewFinanceManage', '财务管理菜单', 'Finance menu'),
  ('财务', 'ViewPaypalTransaction', '查看交易记录', 'View transactions'),
  ('财务', 'ReconcileTransaction', '对账', 'Reconcile transactions'),
  ('财务', 'ViewDispute', '查看争议', 'View disputes'),
  ('财务', 'RespondDispute', '处理争议', 'Respond to disputes'),
  ('财务', 'ApproveRefund', '审批退款', 'Approve refunds'),
  ('财务', 'ExportData', '导出数据', 'Export data'),
  ('系统', 'ViewSystemManage', '系统管理菜单', 'System menu'),
  ('系统', 'ViewUser', '查看用户', 'View users'),
  ('系统', 'UpdateUser', '管理用户', 'Manage users'),
  ('系统', 'UpdateCompanySetting', '业务设置', 'Business settings'),
  ('系统', 'ViewPaypalAccount', '查看 PayPal 账户', 'View PayPal accounts'),
  ('系统', 'UpdatePaypalAccount', '管理 PayPal 账户', 'Manage PayPal accounts'),
  ('系统', 'ViewAuditLog', '查看操作日志', 'View the audit log')
) as p (group_name, name, label_zh, label_en) on p.group_name = made.name;

insert into role (code, name, description, built_in) values
  ('SuperAdmin', '超级管理员', '管理所有公司、角色与权限', true),
  ('Admin', '管理员', '本公司全部权限', true),
  ('Operator', '业务员', '新建、发送并跟进账单', true),
  ('Finance', '财务', '核对交易、退款与争议', true);

-- No role has ViewCustomer: the customer list is for admins (spec §6) until a super admin grants it.
insert into role_permission (role_id, permission_id)
select r.id, p.id
from role r join permission p on
  (r.code = 'Operator' and p.name in ('ViewPayPalBillManage', 'ViewPayPalBill', 'CreatePayPalBill'))
  or (r.code = 'Finance' and p.name in ('ViewPayPalBillManage', 'ViewAllPayPalBill', 'ViewFinanceManage', 'ViewPaypalTransaction',
    'RecordPayment', 'RefundPayPalBill', 'ReconcileTransaction', 'ViewDispute', 'RespondDispute', 'ExportData'));
