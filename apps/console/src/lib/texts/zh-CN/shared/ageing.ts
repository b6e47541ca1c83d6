/** Texts of the picture that shows amounts by age. */
export default {
  'age.week': '7 天以内',
  'age.month': '8–30 天',
  'age.twoMonths': '31–60 天',
  'age.older': '60 天以上',
  'age.currency': '币种',
  'age.total': '合计',
  'age.bills': '{count, plural, other {# 张}}',
  'age.rows': '{count, plural, other {# 笔}}',
}
