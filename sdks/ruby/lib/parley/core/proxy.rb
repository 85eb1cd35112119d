# frozen_string_literal: true

require 'uri'
require 'parley/core/errors'

module Parley
  module Core
    # Which proxy a request goes through: the one of the options, else that of the environment. URI#find_proxy is not used: it
    # looks up the host first, and has an opinion about loopback addresses.
    class ProxyRules
      # @param option [String, nil] URL of an HTTP proxy
      def initialize(option)
        @option = option && proxy_at(option)
        # Under CGI, HTTP_PROXY is what the client sent as the header Proxy.
        names = ENV.key?('REQUEST_METHOD') ? %w[http_proxy] : %w[http_proxy HTTP_PROXY]
        @by_scheme = {
          'http' => proxy_at(first_of(*names)), 'https' => proxy_at(first_of('https_proxy', 'HTTPS_PROXY'))
        }
        @exceptions = first_of('no_proxy', 'NO_PROXY').to_s.downcase.split(/[\s,]+/)
      end

      # @param origin [Origin]
      # @return [URI::HTTP, nil]
      def for(origin)
        return @option if @option
        # What is on this machine is not for a proxy, which would get the credential too.
        return if origin.loopback? || origin.host.end_with?('.localhost')

        @by_scheme[origin.scheme] unless @exceptions.any? { |pattern| matches?(pattern, origin) }
      end

      def inspect = "#<#{self.class}>"

      # @return [Array(String, String), nil] user and password of the URL of a proxy
      def self.credentials_of(uri)
        return unless uri&.userinfo

        uri.userinfo.split(':', 2).map { |text| URI.decode_www_form_component(text.gsub('+', '%2B')) }
      end

      private

      def first_of(*names) = ENV.values_at(*names).compact.first

      def proxy_at(text)
        return if text.nil? || text.empty?

        uri = URI.parse(text.include?('://') ? text : "http://#{text}")
        raise ConfigurationError, 'The proxy has to be a URL that begins with http://' unless uri.scheme == 'http' && uri.hostname

        uri.freeze
      rescue URI::InvalidURIError
        raise ConfigurationError, 'The URL of the proxy cannot be read'
      end

      # `*`, a host with its subdomains (`example.com`, `.example.com`), either with a port.
      def matches?(pattern, origin)
        return true if pattern == '*'

        # An address of IPv6 has a port only behind brackets.
        bare = pattern.count(':') > 1 && !pattern.start_with?('[')
        host, port = bare ? pattern : pattern.match(/\A\[?(.*?)\]?(?::(\d+))?\z/).captures
        return false if host.empty? || (port && port.to_i != origin.port)

        host = host.delete_prefix('*').delete_prefix('.')
        origin.host == host || origin.host.end_with?(".#{host}")
      end
    end
  end
end
