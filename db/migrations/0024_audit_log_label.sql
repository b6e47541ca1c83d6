-- The menu and every text say 审计日志. A name that a super admin has given stays.
update permission set label_zh = '查看审计日志' where name = 'ViewAuditLog' and label_zh = '查看操作日志';
