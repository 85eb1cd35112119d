# frozen_string_literal: true

require_relative 'helper'

describe 'A list' do
  include Serving

  def page(ids, cursor, resume: nil)
    records = ids.map { |id| ticket(id:, updated_at: '2026-11-21T06:30:00.000Z') }
    answer(200, { data: records, meta: { total_count: 4, next_cursor: cursor, resume_cursor: resume }, links: { next: nil } })
  end

  it 'is read page by page, with its filters, as far as it is asked for' do
    with_server(page(%w[t1 t2], 'c1'), page(%w[t3], nil)) do |server, parley|
      tickets = parley.tickets.list(status: %w[open pending], q: 'a b')
      assert_empty server.requests
      assert_equal %w[t1], tickets.first(1).map(&:id)
      assert_equal ['/v1/tickets?per_page=100&status=open,pending&q=a%20b'], server.requests.map(&:path)
    end
    with_server(page(%w[t1 t2], 'c1'), page(%w[t3], nil)) do |server, parley|
      assert_equal %w[t1 t2 t3], parley.tickets.list(status: ['open']).map(&:id)
      assert_equal '/v1/tickets?per_page=100&status=open&cursor=c1', server.requests.last.path
    end
  end

  it 'has totals and records of one page' do
    with_server(page(%w[t1 t2], 'c1')) do |server, parley|
      tickets = parley.tickets.list(per_page: 2)
      assert_equal [4, %w[t1 t2]], [tickets.meta.total_count, tickets.data.map(&:id)]
      assert_equal 1, server.requests.size
    end
  end

  it 'ends with an error if a cursor comes again' do
    with_server(page(%w[t1], 'c1')) do |_, parley|
      seen = []
      error = assert_raises(Parley::PaginationError) { parley.tickets.list.each { |one| seen << one.id } }
      assert_equal [%w[t1 t1], 'c1'], [seen, error.cursor]
    end
  end

  it 'says where to resume when a page fails' do
    with_server(page(%w[t1], 'c1'), refusal(403, 'forbidden')) do |_, parley|
      assert_equal 'c1', assert_raises(Parley::PermissionDeniedError) { parley.tickets.list.to_a(limit: 10) }.cursor
    end
  end

  it 'becomes an array only with a limit' do
    with_server(page(%w[t1 t2], nil)) do |_, parley|
      assert_raises(ArgumentError) { parley.tickets.list.to_a }
      assert_raises(ArgumentError) { parley.tickets.list.to_a(limit: 10_001) }
      assert_equal %w[t1], parley.tickets.list.to_a(limit: 1).map(&:id)
    end
  end

  it 'gives changes once, and the cursor of the next run' do
    with_server(page(%w[t1 t2], nil, resume: 'r1'), page(%w[t2 t3], nil, resume: 'r2')) do |server, parley|
      changes = parley.tickets.changes(since: Time.utc(2026, 11, 21))
      assert_equal %w[t1 t2], changes.map(&:id)
      assert_equal 'r1', changes.resume_cursor
      assert_equal %w[t3], changes.map(&:id)
      assert_match(/updated_after=2026-11-21T00%3A00%3A00.000Z&sort=updated_at&order=asc\z/, server.requests.first.path)
      assert_match(/[?&]cursor=r1&/, server.requests.last.path)
    end
  end

  it 'repeats a change whose handling failed' do
    with_server(page(%w[t1], nil, resume: 'r1')) do |_, parley|
      changes = parley.tickets.changes
      assert_raises(RuntimeError) { changes.each { |one| raise 'disk full' if one.id == 't1' } }
      assert_nil changes.resume_cursor
      assert_equal %w[t1], changes.map(&:id)
    end
  end
end
