# frozen_string_literal: true

require 'parley/core/errors'

module Parley
  # A page of a list, and with `each` all records from it on. Nothing is sent until something is asked for, and then page by
  # page: who stops early sends nothing more.
  #
  #   parley.tickets.list(status: ['open']).each { |ticket| … }
  #   parley.tickets.list.first(3)
  #   parley.tickets.list.meta.total_count
  class Page
    include Enumerable

    # Records that an iteration asks for at a time, unless `per_page` is given.
    PER_PAGE = 100
    # The most that {#to_a} returns.
    LIMIT = 10_000
    # Pages without a record in a row that are taken for a list without an end.
    EMPTY_PAGES = 1000

    # @api private
    # @yieldparam query [Hash] of a page
    # @yieldreturn [Array(Array<Models::Model>, Models::PageMeta, Response)]
    def initialize(query, &fetch)
      @query = query
      @fetch = fetch
      @mutex = Mutex.new
      @data = nil
    end

    # @return [Array<Models::Model>] the records of this page alone
    def data = load && @data

    # @return [Models::PageMeta]
    def meta = load && @meta

    # @return [Hash{String => String, nil}] `first`, `prev`, `next` and `last`, for people who click
    def links = load && @response.payload['links']

    # @return [Models::Included, nil] what was asked for by `include`, for this page
    def included = load && @response.included

    # @yieldparam record [Models::Model] of this page and those behind it
    # @return [self, Enumerator]
    # @raise [PaginationError] if the list does not end
    # @raise [Error] of the page that could not be read; its `cursor` continues there
    def each(&block)
      return to_enum(:each) unless block

      pages { |page| page.data.each(&block) }
      self
    end

    # @yieldparam page [Page] this one and those behind it
    # @return [self, Enumerator]
    def pages
      return to_enum(:pages) unless block_given?

      seen = {}
      empty = 0
      page = @data ? self : Page.new({ per_page: PER_PAGE, **@query }, &@fetch)
      while page
        yield page
        empty = page.data.empty? ? empty + 1 : 0
        page = page.next_page
        page&.check_progress(seen, empty)
      end
      self
    end

    # @return [Page, nil] nil at the end of the list
    def next_page
      cursor = meta.next_cursor
      # The filters belong to it: a cursor alone would list everything.
      cursor && Page.new({ **@query.except(:page), cursor: }, &@fetch)
    end

    # @param limit [Integer] at most 10,000: for more, use `each`
    # @return [Array<Models::Model>] this many records, or all that there are
    # @raise [ArgumentError]
    def to_a(limit:)
      raise ArgumentError, "limit has to be 1 to #{LIMIT}" unless limit.is_a?(Integer) && limit.between?(1, LIMIT)

      first(limit)
    end
    alias entries to_a

    # @api private
    def load
      @mutex.synchronize { @data, @meta, @response = @fetch.call(@query) unless @data }
      self
    rescue Error => error
      raise error.describe(cursor: @query[:cursor])
    end

    def inspect = "#<#{self.class}#{" #{@data.size} records" if @data}>"

    protected

    # @raise [PaginationError]
    def check_progress(seen, empty)
      cursor = @query[:cursor]
      reason = "The cursor came twice: #{cursor}" if seen[cursor.hash]
      reason ||= "#{empty} pages in a row were empty" if empty >= EMPTY_PAGES
      raise PaginationError.new(reason).describe(cursor:) if reason

      seen[cursor.hash] = true
    end
  end

  # The records of a list in the order of their changes, to keep a copy of them. The next run continues at {#resume_cursor}:
  # store it. It misses no change, and repeats those of the last minute, of which this object leaves out what it has given.
  #
  #   changes = parley.tickets.changes(cursor: stored)
  #   changes.each { |ticket| save(ticket) }
  #   store(changes.resume_cursor)
  class Changes
    include Enumerable

    # The last records that are remembered.
    REMEMBERED = 10_000

    # @return [String, nil] behind the last page whose records were all handled
    attr_reader :resume_cursor

    # @api private
    # @yieldparam cursor [String, nil]
    # @yieldreturn [Page]
    def initialize(cursor, &list)
      @resume_cursor = cursor
      @list = list
      @given = {}
    end

    # @yieldparam record [Models::Model]
    # @return [self, Enumerator]
    def each
      return to_enum(:each) unless block_given?

      @list.call(@resume_cursor).pages do |page|
        page.data.each do |record|
          version = [record['id'], record['updated_at'] || record['timestamp']]
          next if @given[version]

          yield record
          remember(version)
        end
        @resume_cursor = page.meta.next_cursor || page.meta.resume_cursor || @resume_cursor
      end
      self
    end

    def inspect = "#<#{self.class} resume_cursor=#{@resume_cursor.inspect}>"

    private

    def remember(version)
      @given[version] = true
      @given.shift if @given.size > REMEMBERED
    end
  end
end
