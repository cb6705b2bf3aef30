from party.command_line import main

main()
