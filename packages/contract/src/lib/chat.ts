export const chatKinds = ['dingtalk', 'wecom', 'feishu'] as const
