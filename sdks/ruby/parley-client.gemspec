# frozen_string_literal: true

require_relative 'lib/parley/version'

Gem::Specification.new do |spec|
  spec.name = 'parley-client'
  spec.version = Parley::VERSION
  spec.summary = 'Client library of Parley, the customer-communication platform'
  spec.description = 'Tickets, conversations, contacts, files, events, webhooks and OAuth of the Parley API, without other gems.'
  spec.authors = ['Parley']
  spec.license = 'Apache-2.0'
  spec.required_ruby_version = '>= 3.1'
  spec.files = Dir['lib/**/*.rb', 'sig/**/*.rbs', 'README.md', 'LICENSE', '.yardopts', base: __dir__]
  spec.metadata = { 'rubygems_mfa_required' => 'true' }
end
