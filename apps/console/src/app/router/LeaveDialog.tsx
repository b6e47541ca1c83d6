import { Modal } from 'antd'
import { t } from '../../lib/i18n.ts'

/** The focus is on "stay", the answer that loses nothing. */
export default function LeaveDialog({
  onLeave,
  onClose,
}: {
  onLeave: () => void
  onClose: () => void
}) {
  const leave = () => {
    onClose()
    onLeave()
  }
  return (
    <Modal
      open
      width={440}
      title={t('unsaved.title')}
      okText={t('unsaved.leave')}
      okButtonProps={{ danger: true }}
      cancelText={t('unsaved.stay')}
      cancelButtonProps={{ autoFocus: true }}
      onOk={leave}
      onCancel={onClose}
    >
      {t('unsaved.description')}
    </Modal>
  )
}
