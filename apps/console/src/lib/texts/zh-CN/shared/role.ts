export default {
  // Roles and groups that every installation begins with. Someone who renames one means the new
  // name in every language.
  'seeded.超级管理员': '超级管理员',
  'seeded.管理员': '管理员',
  'seeded.业务员': '业务员',
  'seeded.财务': '财务',
  'seeded.账单': '账单',
  'seeded.客户': '客户',
  'seeded.系统': '系统',
  'seeded.管理所有公司、角色与权限': '管理所有公司、角色与权限',
  'seeded.本公司全部权限': '本公司全部权限',
  'seeded.新建、发送并跟进账单': '新建、发送并跟进账单',
  'seeded.核对交易、退款与争议': '核对交易、退款与争议',
}
