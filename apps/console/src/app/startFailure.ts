/**
 * The texts themselves did not arrive, so this page speaks both languages and needs nothing else.
 */
export function showStartFailure(root: HTMLElement) {
  const text = document.createElement('p')
  text.textContent =
    '页面加载失败，请检查网络后重试。The page failed to load. Please check your connection and retry.'
  const retry = document.createElement('button')
  retry.textContent = '重试 Retry'
  retry.addEventListener('click', () => window.location.reload())
  const box = document.createElement('main')
  box.className = 'start-failure'
  box.append(text, retry)
  root.replaceChildren(box)
}
