import type { Reply } from '@paydesk/contract/lib/endpoint'
import { noticeApi } from '@paydesk/contract/people/notice'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../lib/api/api.ts'

type Page = Reply<typeof noticeApi.list>
const pageSize = 20

/**
 * An endless list: each part begins after the last notice of the previous one, so that newer
 * notices do not shift it.
 */
export const useNotices = (unread: boolean) =>
  useInfiniteQuery({
    // The key begins like the key of every call, so that live updates find it.
    queryKey: [noticeApi.list.method, noticeApi.list.path, { endless: true, unread }],
    queryFn: ({ pageParam, signal }) =>
      call(
        noticeApi.list,
        {
          query: {
            pageSize,
            ...(unread && { unread: 'true' }),
            ...(pageParam && { before: pageParam }),
          },
        },
        { signal, skipErrorHandler: true },
      ),
    initialPageParam: '',
    getNextPageParam: ({ list }: Page) => (list.length === pageSize ? list.at(-1)?.id : undefined),
  })
