import type zh from '../../zh-CN/shared/role.ts'

const texts: Record<keyof typeof zh, string> = {
  // Roles and groups that every installation begins with. Someone who renames one means the new
  // name in every language.
  'seeded.超级管理员': 'Super admin',
  'seeded.管理员': 'Admin',
  'seeded.业务员': 'Operator',
  'seeded.财务': 'Finance',
  'seeded.账单': 'Bills',
  'seeded.客户': 'Customers',
  'seeded.系统': 'System',
  'seeded.管理所有公司、角色与权限': 'Manages all companies, roles and permissions',
  'seeded.本公司全部权限': 'All permissions within the company',
  'seeded.新建、发送并跟进账单': 'Creates, sends and follows up on bills',
  'seeded.核对交易、退款与争议': 'Reconciles transactions, refunds and disputes',
}

export default texts
