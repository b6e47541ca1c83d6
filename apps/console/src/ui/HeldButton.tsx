import { Button, type ButtonProps, Tooltip } from 'antd'

type Props = ButtonProps & {
  /**
   * Why this cannot be done now. The button stays where it is and says so to whoever points at it
   * or reaches it by keyboard.
   */
  held: string | undefined
}

const keyboardToo: ('hover' | 'focus')[] = ['hover', 'focus']

/**
 * Not `disabled` while it is held: a disabled button takes no focus, so a keyboard would never
 * come to the reason.
 */
export const HeldButton = ({ held, onClick, ...rest }: Props) =>
  held ? (
    <Tooltip title={held} trigger={keyboardToo}>
      <Button {...rest} aria-disabled className="ant-btn-disabled" />
    </Tooltip>
  ) : (
    <Button {...rest} {...(onClick && { onClick })} />
  )
