export type QuestionProps = {
  open: boolean
  onAnswer: (given: boolean) => void
  onClosed: () => void
}
